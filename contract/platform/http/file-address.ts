/** When a signed file address expires (milliseconds since 1970); null for an address without an expiry. */
export function expiryOf(address: string): number | null {
  const seconds = /\/files\/([0-9a-z]{1,10})\.[\w.-]+\//.exec(address)?.[1];
  return seconds === undefined ? null : Number.parseInt(seconds, 36) * 1000;
}
