/** Whether an address is one of the web. Others could open a file or an app. */
export function isWebAddress(address: string | null): address is string {
  return address !== null && /^https?:\/\//i.test(address) && URL.canParse(address);
}
