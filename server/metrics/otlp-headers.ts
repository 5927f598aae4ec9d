/**
 * `name=value,name=value`, percent-encoded: what the setting holds, often a key of the collector's. Throws with a part of
 * a sentence, which quotes none of it, where it is not that.
 */
export function parseOtlpHeaders(text: string): Record<string, string> {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  try {
    const pairs = parts.map((part) => {
      const [name = '', value] = part.split(/=(.*)/s, 2).map((one) => decodeURIComponent(one.trim()));
      if (value === undefined) throw new Error('It has no value.');
      return [name, value] as const;
    });
    // Refuses what no header may be.
    return Object.fromEntries(new Headers(pairs.map(([name, value]) => [name, value])));
  } catch (cause) {
    throw new Error('it is not a list of name=value, percent-encoded, with commas between them', { cause });
  }
}
