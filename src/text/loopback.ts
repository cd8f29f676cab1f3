/** Whether the name of a host, as `URL.hostname` gives it or without brackets, can only mean this machine. */
export function isLoopback(host: string): boolean {
  return ['localhost', '[::1]', '::1'].includes(host) || /^127\.\d+\.\d+\.\d+$/.test(host);
}
