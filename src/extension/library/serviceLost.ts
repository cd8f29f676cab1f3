import { ServiceError } from '../../client/errors.ts';

/** The worker thread crashed or was closed while somebody waited for it. */
export const serviceLost = (cause: unknown): ServiceError =>
  new ServiceError('server', { reason: 'libraryStopped', cause });
