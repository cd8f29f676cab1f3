/** The models of Ollama on this machine, over its OpenAI-compatible interface. Asked only when the user looks for them. */
import * as z from 'zod/mini';
import { isForwarded } from '../model/languageModels.ts';

export const OLLAMA_ADDRESS = 'http://127.0.0.1:11434/v1';

/** Milliseconds until Ollama counts as not running. */
const TIMEOUT = 3000;
/** Bytes of a list of models. */
const MAX_BYTES = 1_000_000;

const listSchema = z.object({ data: z.array(z.object({ id: z.string().check(z.minLength(1), z.maxLength(200)) })) });

/** The names of the models that run on this machine. null if Ollama does not answer, or if another program does. */
export async function ollamaModels(): Promise<readonly string[] | null> {
  const signal = AbortSignal.timeout(TIMEOUT);
  try {
    const response = await fetch(`${OLLAMA_ADDRESS}/models`, { redirect: 'error', signal });
    if (!response.ok || response.body === null) return null;
    const decoder = new TextDecoder();
    let text = '';
    for await (const bytes of response.body) {
      text += decoder.decode(bytes, { stream: true });
      if (text.length > MAX_BYTES) return null;
    }
    const list = listSchema.safeParse(JSON.parse(text));
    return list.success ? list.data.data.map(({ id }) => id).filter((id) => !isForwarded(id)) : null;
  } catch {
    return null;
  }
}
