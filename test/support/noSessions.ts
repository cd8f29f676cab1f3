import type { Sessions } from '../../src/extension/connection/sessions.ts';

/** Nobody is signed in anywhere. */
export const noSessions: Sessions = {
  token: async () => undefined,
  has: async () => false,
  start: async () => 'kept',
  end: async () => {},
  known: () => [],
};
