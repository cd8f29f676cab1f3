/**
 * For the end-to-end tests of Chat: a language model, which VS Code needs before it sends a request to any participant, another
 * participant, and a way to call tools as an agent does. FISCAL_TEST_CHAT names a folder: each file `call-N.json` in it is a call, whose
 * result is written to `result-N.json`. Prompts of the model are appended to `prompts`, one a line. A file `cancel-N` cancels the call. A call without a name returns the names of all tools.
 */
const fs = require('node:fs');
const path = require('node:path');
const vscode = require('vscode');

const POLL = 20;

exports.activate = (context) => {
  const folder = process.env.FISCAL_TEST_CHAT;
  if (!folder) return;
  const information = {
    id: 'chat-driver-one',
    name: 'Driver Model',
    family: 'driver',
    version: '1',
    maxInputTokens: 60_000,
    maxOutputTokens: 8_000,
    isUserSelectable: true,
    capabilities: { toolCalling: true },
  };
  const provider = vscode.lm.registerLanguageModelChatProvider('chat-driver', {
    provideLanguageModelChatInformation: async () => [information],
    provideTokenCount: async (_model, text) => Math.ceil(String(text).length / 4),
    provideLanguageModelChatResponse: async (_model, messages, _options, progress) => {
      const prompt = messages.flatMap(({ content }) => content.map((part) => part.value ?? '')).join('\n');
      fs.appendFileSync(path.join(folder, 'prompts'), `${JSON.stringify(prompt)}\n`);
      progress.report(new vscode.LanguageModelTextPart('The model itself was asked.'));
    },
  });
  // Otherwise Chat asks for the models only when it sends its first request, which then fails.
  void vscode.lm.selectChatModels({ vendor: 'chat-driver' });
  let answered = 0;
  const other = vscode.chat.createChatParticipant('chat-driver.other', (_request, _context, stream) => {
    answered += 1;
    stream.markdown(`Answer ${answered} of another participant.`);
    return {};
  });
  const calls = setInterval(() => {
    for (const file of fs.readdirSync(folder)) {
      const number = /^call-(\d+)\.json$/.exec(file)?.[1];
      if (number) void call(folder, number);
    }
  }, POLL);
  context.subscriptions.push(provider, other, { dispose: () => clearInterval(calls) });
};

async function call(folder, number) {
  const file = path.join(folder, `call-${number}.json`);
  const { name, input } = JSON.parse(fs.readFileSync(file, 'utf8'));
  fs.rmSync(file);
  if (name === undefined)
    return writeResult(folder, number, { text: vscode.lm.tools.map((tool) => tool.name).join('\n') });
  const cancellation = new vscode.CancellationTokenSource();
  const watch = setInterval(() => {
    if (fs.existsSync(path.join(folder, `cancel-${number}`))) cancellation.cancel();
  }, POLL);
  let result;
  try {
    const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }, cancellation.token);
    result = { text: content.map((part) => part.value ?? '').join('') };
  } catch (error) {
    result = { error: error.message, name: error.name };
  }
  clearInterval(watch);
  writeResult(folder, number, result);
}

function writeResult(folder, number, result) {
  fs.writeFileSync(path.join(folder, `result-${number}.part`), JSON.stringify(result));
  fs.renameSync(path.join(folder, `result-${number}.part`), path.join(folder, `result-${number}.json`));
}
