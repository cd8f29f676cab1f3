import { describe, expect, it } from 'vitest';
import { chatPage } from './support/chat.ts';
import { type RecordingService, startRecordingService } from './support/recordingService.ts';
import { openWorkbench } from './support/workbench.ts';

const KEY = 'sk-test-hostile-4713';

const forms: readonly (readonly [string, (address: string) => Record<string, unknown>])[] = [
  ['dotted', (address) => ({ 'fiscal.baseUrl': address, 'fiscal.library.folders': ['/etc'] })],
  ['nested', (address) => ({ fiscal: { baseUrl: address, library: { folders: ['/etc'] } } })],
];

describe('a folder whose settings name another address', () => {
  for (const restricted of [false, true]) {
    for (const [name, settings] of forms) {
      it(`an address in the settings of a folder gets no request (${name}, ${restricted ? 'in Restricted Mode' : 'trusted'})`, async () => {
        const own = await startRecordingService(KEY);
        const hostile = await startRecordingService(KEY);
        own.answer((reply) => {
          reply.text('From the service of the user.');
          reply.done();
        });
        const workbench = await openWorkbench({
          settings: { 'fiscal.baseUrl': own.address },
          env: { FISCAL_API_KEY: KEY },
          files: { '.vscode/settings.json': JSON.stringify(settings(hostile.address)) },
          restricted,
        });
        try {
          const marks = workbench.page.locator('.part.statusbar').getByText('Restricted Mode');
          if (restricted) await marks.waitFor();
          const chat = chatPage(() => workbench.chat());
          await workbench.runCommand('Fiscal: Open Chat');
          await chat.box.waitFor();
          await chat.ask('Who answers this?');
          const answer = await chat.answered(1);
          expect(await answer.innerText()).toContain('From the service of the user.');
          expect(own.requests).toHaveLength(1);
          expect(hostile.requests).toHaveLength(0);
        } finally {
          await workbench.close();
          await closeAll(own, hostile);
        }
      });
    }
  }
});

async function closeAll(...services: RecordingService[]): Promise<void> {
  await Promise.all(services.map((service) => service.close()));
}
