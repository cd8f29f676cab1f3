/** Prompts: tasks that a user starts in a client. Texts are for language models and are not translated. */
import { type GetPromptResult, type Prompt, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

interface PromptEntry extends Prompt {
  readonly arguments: readonly { name: string; title: string; description: string; required: boolean }[] &
    Prompt['arguments'];
  text(values: Readonly<Record<string, string>>): string;
}

const argument = (name: string, title: string, description: string, required = true) => ({
  name,
  title,
  description,
  required,
});

const CITE = 'Cite each statement with its source, file and lines. Say what the documents do not answer.';

const PROMPTS: readonly PromptEntry[] = [
  {
    name: 'answer_with_sources',
    title: 'Answer with sources',
    description: 'Answers a question from the library, with the quoted lines.',
    arguments: [argument('question', 'Question', 'The question with its facts, the year and the jurisdiction.')],
    text: ({ question }) =>
      `Answer this question from the library with search_library and read_passage:\n\n${question}\n\n${CITE}`,
  },
  {
    name: 'check_citations',
    title: 'Check the citations of a file',
    description: 'Compares each citation and quotation of a file with the library.',
    arguments: [argument('path', 'File', 'Absolute path of a document of the library.')],
    text: ({ path }) =>
      `Read the document ${path} with read_passage. List each citation of an authority and each quotation. Find each of them with search_library, compare the words, figures and dates, and report in a table: line, citation, whether the library has it, and what differs.`,
  },
  {
    name: 'memo_from_sources',
    title: 'Memo from sources',
    description: 'Writes a memo with issue, facts, short answer, law, analysis and conclusion.',
    arguments: [
      argument('question', 'Question', 'The question of the memo, with its facts.'),
      argument('reader', 'Reader', 'Who reads it: partner, client, file.', false),
    ],
    text: ({ question, reader }) =>
      `Write a memo${reader ? ` for this reader: ${reader}` : ''} on this question:\n\n${question}\n\nUse research and search_library for the law. Parts: issue, facts, short answer, law, analysis, conclusion, what was not found, sources. ${CITE}`,
  },
  {
    name: 'compare_years',
    title: 'Compare two years',
    description: 'Compares the rule of a subject in two years.',
    arguments: [
      argument('subject', 'Subject', 'The rule or amount to compare.'),
      argument('firstYear', 'First year', 'Four digits.'),
      argument('secondYear', 'Second year', 'Four digits.'),
    ],
    text: ({ subject, firstYear, secondYear }) =>
      `Compare this subject for ${firstYear} and ${secondYear}: ${subject}. Search the library for each year, with the date filters of search_library if documents have dates. Give a table: rule, ${firstYear}, ${secondYear}, source of each. ${CITE}`,
  },
  {
    name: 'review_position',
    title: 'Review a position',
    description: 'Looks for the authorities for and against a position.',
    arguments: [argument('position', 'Position', 'The position with its facts.')],
    text: ({ position }) =>
      `Review this position:\n\n${position}\n\nFind the authorities that support it and those that speak against it with search_library. Quote both sides, say which conditions are not shown to be met, and how strong the position is. ${CITE}`,
  },
  {
    name: 'checklist',
    title: 'Checklist',
    description: 'Makes a checklist of what the rules of a subject require.',
    arguments: [argument('subject', 'Subject', 'The transaction, filing or procedure.')],
    text: ({ subject }) =>
      `Make a checklist for: ${subject}. Take each item from a rule of the library: requirement, who does it, when, evidence to keep, source. ${CITE}`,
  },
];

export const promptList = (): Prompt[] => PROMPTS.map(({ text: _, ...prompt }) => prompt);

/** Throws a ProtocolError that names the prompt or the argument. */
export function getPrompt(name: string, values: Readonly<Record<string, string>> = {}): GetPromptResult {
  const prompt = PROMPTS.find((each) => each.name === name);
  if (!prompt)
    throw invalid(`There is no such prompt. The prompts are: ${PROMPTS.map((each) => each.name).join(', ')}.`);
  const names = prompt.arguments.map((each) => each.name);
  const unknown = Object.keys(values).some((each) => !names.includes(each));
  if (unknown) throw invalid(`An argument is not known. The arguments are: ${names.join(', ')}.`);
  const missing = prompt.arguments.find((each) => each.required && !values[each.name]?.trim());
  if (missing) throw invalid(`The argument ${missing.name} is missing. ${missing.description}`);
  const { description } = prompt;
  return {
    ...(description !== undefined && { description }),
    messages: [{ role: 'user', content: { type: 'text', text: prompt.text(values) } }],
  };
}

/** Years that complete an argument, the newest first. */
export function completeYear(start: string, now: number): string[] {
  const year = new Date(now).getUTCFullYear();
  return Array.from({ length: 10 }, (_, back) => String(year + 1 - back)).filter((each) => each.startsWith(start));
}

const invalid = (message: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
