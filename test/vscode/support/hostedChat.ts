import { afterAll, beforeAll } from 'vitest';
import { type ChatPage, chatPage } from './chat.ts';
import { keepPictures } from './pictures.ts';
import { type RecordingService, startRecordingService } from './recordingService.ts';
import { openWorkbench, type Workbench, type WorkbenchOptions } from './workbench.ts';

export interface HostedChat {
  readonly service: RecordingService;
  readonly workbench: Workbench;
  readonly chat: ChatPage;
}

/** Registers the set-up of a test file: a window whose chat is open and asks a recording service that accepts `key`. */
export function setUpHostedChat(key: string, options: WorkbenchOptions, use: (opened: HostedChat) => void): void {
  let service: RecordingService | undefined;
  let workbench: Workbench | undefined;
  keepPictures(() => workbench);

  beforeAll(async () => {
    service = await startRecordingService(key);
    const opened = await openWorkbench({
      ...options,
      settings: { 'fiscal.baseUrl': service.address, ...options.settings },
      env: { FISCAL_API_KEY: key },
    });
    workbench = opened;
    const chat = chatPage(() => opened.chat());
    await opened.runCommand('Fiscal: Open Chat');
    await chat.box.waitFor();
    use({ service, workbench, chat });
  });
  afterAll(async () => {
    await workbench?.close();
    await service?.close();
  });
}
