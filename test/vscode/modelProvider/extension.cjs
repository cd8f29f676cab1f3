/**
 * A language model for the end-to-end tests. FISCAL_TEST_MODEL names a folder: the file `mode` says how the model behaves (`answer`,
 * `stall`, `gone`), and each event is appended to `log`.
 */
const fs = require('node:fs');
const path = require('node:path');
const vscode = require('vscode');

const POLL = 20;

exports.activate = (context) => {
  const folder = process.env.FISCAL_TEST_MODEL;
  if (!folder) return;
  const mode = () => fs.readFileSync(path.join(folder, 'mode'), 'utf8').trim();
  const log = (line) => fs.appendFileSync(path.join(folder, 'log'), `${line}\n`);
  const changed = new vscode.EventEmitter();
  let gone = false;
  const watching = setInterval(() => {
    if ((mode() === 'gone') === gone) return;
    gone = !gone;
    changed.fire();
  }, POLL);
  const information = {
    id: 'scripted-one',
    name: 'Scripted Model',
    family: 'scripted',
    version: '1',
    maxInputTokens: 60_000,
    maxOutputTokens: 8_000,
    isUserSelectable: true,
    capabilities: {},
  };
  const provider = vscode.lm.registerLanguageModelChatProvider('scripted', {
    onDidChangeLanguageModelChatInformation: changed.event,
    provideLanguageModelChatInformation: async () => (mode() === 'gone' ? [] : [information]),
    provideTokenCount: async (_model, text) => Math.ceil(String(text).length / 4),
    async provideLanguageModelChatResponse(_model, messages, _options, progress, token) {
      const prompt = messages.flatMap(({ content }) => content.map((part) => part.value ?? '')).join('\n');
      const kind = kindOf(prompt);
      log(`started ${kind}`);
      token.onCancellationRequested(() => log('cancelled'));
      while (mode() !== 'answer') {
        if (mode() === 'gone') throw new Error('Endpoint not found for model');
        if (token.isCancellationRequested) return;
        await new Promise((resolve) => setTimeout(resolve, POLL));
      }
      progress.report(new vscode.LanguageModelTextPart(replyTo(kind, prompt)));
      log(`ended ${kind}`);
    },
  });
  context.subscriptions.push(provider, { dispose: () => clearInterval(watching) });
};

function kindOf(prompt) {
  if (prompt.startsWith('You prepare a search')) return 'rewrite';
  return prompt.startsWith('A check found') ? 'repair' : 'write';
}

/** Three sentences copied from the passages, and one with a value that no passage states. */
function replyTo(kind, prompt) {
  if (kind === 'rewrite') return 'SEARCH: expense tangible property cost acquisition\n';
  if (kind === 'repair') return 'DROP\nEND\n';
  const copied = [];
  let key = '';
  let text = '';
  const flush = () => {
    for (const sentence of text.split(/(?<=[a-z]\.)\s+(?=[A-Z])/)) {
      const plain = sentence.trim();
      if (key && /^[A-Z][^|#*_`[\]]{40,220}\.$/.test(plain)) copied.push(`${plain} {${key}}`);
    }
    text = '';
  };
  for (const line of prompt.split('\n')) {
    const start = /^=====\S+ (S\d+) \|/.exec(line);
    if (start || /^=====\S+ end/.test(line)) {
      flush();
      key = start?.[1] ?? '';
    } else if (line.startsWith('> ')) text += ` ${line.slice(2)}`;
  }
  const lines = [...copied.slice(0, 3), 'The rate is 97.31 percent in every year. {S1}'];
  return `## RULE\n${lines.join('\n')}\nEND\n`;
}
