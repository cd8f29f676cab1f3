/** 503: PostgreSQL, the search engine or the issuer of tokens does not answer. What it said stays out of the reply. */
import { HttpError } from '../service/app/httpError.ts';

export class NotReady extends HttpError {
  constructor(cause: unknown) {
    super(503, 'The service is not ready. Ask again in a moment.', {
      code: 'not_ready',
      headers: { 'retry-after': '5' },
    });
    this.cause = cause;
  }
}
