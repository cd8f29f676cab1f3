import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from './command.ts';

/** The folder for files that can be made again, where the system of this user keeps them. */
export function cacheFolder(env: Environment, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'Fiscal', 'Cache');
  if (platform === 'darwin') return join(env.HOME || homedir(), 'Library', 'Caches', 'Fiscal');
  return join(env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache'), 'fiscal');
}
