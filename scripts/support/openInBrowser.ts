import { spawn } from 'node:child_process';

/** Opens an address in the user's browser where there is a screen to show it; does nothing in CI, over SSH or in a container. */
export function openInBrowser(address: string): void {
  if (process.env.CI) return;
  const command = opener();
  if (command === undefined) return;
  const child = spawn(command, [address], { detached: true, stdio: 'ignore' });
  // Not installed: the address is printed anyway.
  child.once('error', () => {});
  child.unref();
}

function opener(): string | undefined {
  if (process.platform === 'darwin') return process.env.SSH_CONNECTION ? undefined : 'open';
  return process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? 'xdg-open' : undefined;
}
