/** When a signed address of a file expires (milliseconds since 1970); null where it is none that says so. */
export function expiryOf(address: string): number | null {
  const seconds = /\/files\/([0-9a-z]{1,10})\.[\w.-]+\//.exec(address)?.[1];
  return seconds === undefined ? null : Number.parseInt(seconds, 36) * 1000;
}
