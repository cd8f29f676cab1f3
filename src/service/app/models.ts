/** The list of models. Not part of the interface: chat programs ask for it before the first question. */
import { MODEL } from '../../protocol/chatCompletions.ts';
import { jsonReply } from './wholeReply.ts';

const LIST_PATH = '/models';
export const MODEL_PATHS: readonly string[] = [LIST_PATH, `${LIST_PATH}/${MODEL}`];
const ENTRY = { id: MODEL, object: 'model', created: 0, owned_by: 'fiscal' } as const;

export const isModelPath = (path: string): boolean => MODEL_PATHS.includes(path);

export const modelReply = (path: string): Response =>
  jsonReply(path === LIST_PATH ? { object: 'list', data: [ENTRY] } : ENTRY);
