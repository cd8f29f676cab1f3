/** What a user can do with an answer. The research log records it. */

/** The actions that the page asks for by one message. */
export const PAGE_ANSWER_ACTIONS = ['copyMarkdown', 'copyPlain', 'copiedRich', 'newDocument'] as const;

export type AnswerAction = (typeof PAGE_ANSWER_ACTIONS)[number] | 'insert' | 'memo' | 'exported';
