/** What the caller is told when the search engine does not answer. */
import { NotReady } from '../notReady.ts';
import { EngineUnavailable } from '../opensearch/client.ts';

/** Throws 503 for an engine that does not answer, and what was thrown for everything else. */
export function throwEngineProblem(thrown: unknown): never {
  throw thrown instanceof EngineUnavailable ? new NotReady(thrown) : thrown;
}
