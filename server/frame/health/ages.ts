/** Days on which versions reach their end of life, as announced by their projects. */
const NODE_ENDS: Record<string, string> = { 20: '2026-04-30', 22: '2027-04-30', 24: '2028-04-30', 26: '2029-04-30' };
const POSTGRES_ENDS: Record<string, string> = {
  15: '2027-11-11',
  16: '2028-11-09',
  17: '2029-11-08',
  18: '2030-11-14',
};

/** The end of life of a version; null for one that isn't in these lists. */
export function endOfLife(program: 'node' | 'postgres', version: string): string | null {
  const ends = program === 'node' ? NODE_ENDS : POSTGRES_ENDS;
  return ends[version.split('.', 1)[0] ?? ''] ?? null;
}
