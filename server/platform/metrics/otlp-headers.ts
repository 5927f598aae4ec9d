/**
 * Parses the setting's `name=value,name=value`, percent-encoded, which often contains the collector's key. If it is
 * malformed, throws a part of a sentence that doesn't quote it.
 */
export function parseOtlpHeaders(text: string): Record<string, string> {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  try {
    const pairs = parts.map((part) => {
      const [name = '', value] = part.split(/=(.*)/s, 2).map((one) => decodeURIComponent(one.trim()));
      if (value === undefined) throw new Error('It has no value.');
      return [name, value] as const;
    });
    // Throws for invalid header names and values.
    return Object.fromEntries(new Headers(pairs.map(([name, value]) => [name, value])));
  } catch (cause) {
    throw new Error('it is not a list of name=value, percent-encoded, with commas between them', { cause });
  }
}
