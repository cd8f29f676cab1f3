/**
 * A language model for the end-to-end tests. FISCAL_TEST_MODEL names a folder: the file `mode` says how the model behaves, and each
 * event is appended to `log`. `answer`: replies at once. `pause`: stops a written answer after two sentences until the mode changes.
 * `stall`: replies nothing. `gone`: is not available.
 */
const fs = require('node:fs');
const path = require('node:path');
const vscode = require('vscode');

const POLL = 20;
/** Lines of a written answer before the pause: a heading and two sentences. */
const PAUSE_AFTER = 3;

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
      const waitWhile = async (...modes) => {
        for (;;) {
          if (mode() === 'gone') throw new Error('Endpoint not found for model');
          if (token.isCancellationRequested || !modes.includes(mode())) return;
          await new Promise((resolve) => setTimeout(resolve, POLL));
        }
      };
      await waitWhile('stall');
      for (const [at, line] of replyTo(kind, prompt)
        .split(/(?<=\n)/)
        .entries()) {
        if (kind === 'write' && at === PAUSE_AFTER) await waitWhile('pause');
        if (token.isCancellationRequested) return;
        progress.report(new vscode.LanguageModelTextPart(line));
      }
      log(`ended ${kind}`);
    },
  });
  context.subscriptions.push(provider, { dispose: () => clearInterval(watching) });
};

function kindOf(prompt) {
  if (prompt.startsWith('You prepare a search')) return 'rewrite';
  if (prompt.startsWith('You plan research')) return 'plan';
  if (prompt.startsWith('Compare sentences')) return 'reading';
  return prompt.startsWith('A check found') ? 'repair' : 'write';
}

const REPLIES = {
  rewrite:
    'SEARCH: expense tangible property cost acquisition\nSEARCH: Anschaffungskosten Anschaffung Presse Montage\n',
  plan: 'PART: which costs are capitalized | expense tangible property cost acquisition\nPART: which costs are deducted | repairs maintenance deduct Anschaffungskosten Presse Montage\n',
  repair: 'DROP\nEND\n',
};

/** The second reading marks two sentences. */
const READING = '1: SUPPORTED\n2: SAYS MORE\n3: CONTRADICTED\n4: SUPPORTED\nEND\n';

/** Sentences copied from different passages with the words that they rest on, then one with a value that no passage states. */
function replyTo(kind, prompt) {
  const fixed = REPLIES[kind];
  if (fixed !== undefined) return fixed;
  if (kind === 'reading') return READING;
  const copied = sentencesOf(prompt);
  const written = copied.slice(0, 4).map(({ plain, key }) => `${plain} {${key} "${wordsOf(plain)}"}`);
  const lines = [...written, 'The rate is 97.31 percent in every year. {S1}'];
  return `## RULE\n${lines.join('\n')}\nEND\n`;
}

/** The first eight words. */
const wordsOf = (sentence) => sentence.split(' ').slice(0, 8).join(' ');

/** The first plain sentence of each passage, with its key. */
function sentencesOf(prompt) {
  const copied = new Map();
  let key = '';
  let text = '';
  const flush = () => {
    for (const sentence of text.split(/(?<=[a-z]\.)\s+(?=[A-Z])/)) {
      const plain = sentence.trim();
      if (key && !copied.has(key) && /^[A-Z][^|#*_`[\]]{40,220}\.$/.test(plain)) copied.set(key, { plain, key });
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
  return [...copied.values()];
}
