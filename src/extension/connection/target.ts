/** A client of the research service as a session uses it. */
import { toResearchError } from '../../client/errors.ts';
import type { ResearchClient } from '../../client/researchClient.ts';
import type { ErrorInfo } from '../../protocol/errors.ts';
import type { ResearchTarget } from './researchTarget.ts';

export function createTarget(
  service: string,
  client: ResearchClient,
  redact: (text: string) => string,
  host?: string,
): ResearchTarget {
  function describeError(error: unknown): ErrorInfo {
    const info = toResearchError(error).toInfo(host);
    return info.detail === undefined ? info : { ...info, detail: redact(info.detail) };
  }
  return {
    service,
    ask: (request, signal, hooks) =>
      client.ask(request, signal, {
        onRetry: ({ attempt, delay, error }) => hooks.onRetry({ attempt, delay, error: describeError(error) }),
        onEvent: hooks.onWireEvent,
      }),
    describeError,
  };
}
