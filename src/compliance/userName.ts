import * as os from 'node:os';

/** The name of the user at the operating system, as the research log records it. */
export function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return process.env.USER ?? process.env.USERNAME ?? '';
  }
}
