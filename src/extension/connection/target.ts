/** A client of the research service as a session uses it. */
import { toErrorInfo, toResearchError } from '../../client/errors.ts';
import type { ResearchClient } from '../../client/researchClient.ts';
import type { ResearchTarget } from './researchTarget.ts';

export function createTarget(
  service: string,
  client: ResearchClient,
  redact: (text: string) => string,
): ResearchTarget {
  return {
    service,
    ask: (request, signal, hooks) =>
      client.ask(request, signal, {
        onRetry: ({ attempt, delay, error }) => hooks.onRetry({ attempt, delay, message: redact(error.sentence) }),
        onEvent: hooks.onWireEvent,
      }),
    describeError(error) {
      const info = toErrorInfo(toResearchError(error));
      return {
        ...info,
        message: redact(info.message),
        ...(info.detail !== undefined && { detail: redact(info.detail) }),
      };
    },
  };
}
