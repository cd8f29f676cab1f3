import { spawn } from 'node:child_process';

/** Opens an address in the default browser. Does nothing without a screen: in CI, over SSH or in a container. */
export function openInBrowser(address: string): void {
  if (process.env.CI) return;
  const command = opener();
  if (command === undefined) return;
  const child = spawn(command, [address], { detached: true, stdio: 'ignore' });
  // The command can be missing. The address is printed in any case.
  child.once('error', () => {});
  child.unref();
}

function opener(): string | undefined {
  if (process.platform === 'darwin') return process.env.SSH_CONNECTION ? undefined : 'open';
  return process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? 'xdg-open' : undefined;
}
