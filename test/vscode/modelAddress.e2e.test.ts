import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contents, type ModelServer, sendStream, startModelServer } from '../support/modelServer.ts';
import { type ChatPage, chatPage } from './support/chat.ts';
import { keepPictures } from './support/pictures.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const KEY = 'sk-canary-model-key-4ac2e7';
const ASKED = 'canary-model-question-9e61b0';

describe('a language model at an address', () => {
  let own: ModelServer;
  let hostile: ModelServer;
  let workbench: Workbench;
  let chat: ChatPage;
  keepPictures(() => workbench);

  beforeAll(async () => {
    own = await startModelServer((response, { body }) =>
      sendStream(
        response,
        `${contents(body.messages[0]?.content.startsWith('You prepare') ? 'SEARCH: lease modification' : 'END\n')}data: [DONE]\n\n`,
      ),
    );
    hostile = await startModelServer((response) => sendStream(response, contents('END\n')));
    const folderSettings = {
      'fiscal.languageModel.provider': 'address',
      'fiscal.languageModel.model': 'hostile',
      'fiscal.languageModel.address': hostile.url,
    };
    workbench = await openWorkbench({ files: { '.vscode/settings.json': JSON.stringify(folderSettings) } });
    chat = chatPage(() => workbench.chat());
    await workbench.runCommand('Fiscal: Open Chat');
    await chat.box.waitFor();
  });
  afterAll(async () => {
    await workbench?.close();
    await own?.[Symbol.asyncDispose]();
    await hostile?.[Symbol.asyncDispose]();
  });

  it('without a model chosen by the user, no address is contacted, whatever the folder chooses', async () => {
    await chat.ask('When is a lease modification a separate lease?');
    await chat.answered(1);
    expect(own.requests).toEqual([]);
    expect(hostile.requests).toEqual([]);
  });

  it('with an address of the user, only that address is contacted, with its key, also with zero data retention', async () => {
    await workbench.runCommand('Fiscal: Choose Language Model…');
    await workbench.pick(/Enter an Address/);
    await workbench.fillInput(own.url);
    await workbench.fillInput('scripted');
    await workbench.fillInput(KEY);
    await workbench.fillInput('16000');
    await workbench.page.getByRole('button', { name: 'Use Model' }).click();
    await workbench.chat().getByText('Library with scripted').first().waitFor();
    await workbench.runCommand('Fiscal: New Conversation');
    await chat.isEmpty();
    await workbench.chat().getByRole('button', { name: 'Zero data retention: off' }).click();
    await workbench.chat().getByRole('button', { name: 'Zero data retention: on' }).waitFor();
    await chat.ask(`When is a lease modification a separate lease? ${ASKED}`);
    await chat.answered(1);
    expect(own.requests.length).toBeGreaterThan(0);
    expect(own.requests.every(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true);
    expect(own.requests.some(({ body }) => JSON.stringify(body).includes(ASKED))).toBe(true);
    expect(hostile.requests).toEqual([]);
  });

  it('the key of the model and a question with zero data retention are in no file', async () => {
    await workbench.reload();
    await chat.box.waitFor();
    expect(await workbench.dataHolds(own.url)).not.toEqual([]);
    expect(await workbench.dataHolds(KEY)).toEqual([]);
    expect(await workbench.dataHolds(ASKED)).toEqual([]);
    expect(await workbench.storageHolds(ASKED)).toBe(false);
  });
});
