import type { Draw, Fact } from '@scoville/contract/review/trail/trail.ts';
import type { ReviewRecord } from './trail.calls.ts';

/** The result of repeating a draw. */
export type DrawCheck =
  | { kind: 'right'; draw: Draw }
  /** All that can be checked before the seed of this day is revealed holds. */
  | { kind: 'unrevealed'; day: string }
  | { kind: 'wrong'; problem: string }
  /** The page was not opened over https, so the browser has no `crypto.subtle`. */
  | { kind: 'insecure' };

/** The part of an entry's text that is read here. */
interface HashedEntry {
  position: number;
  fact: Fact;
  /** SHA-256 of the secret part. */
  secret?: string;
}

/**
 * Repeats the draw at a position of a trail, like `docs/recompute-draw.mjs`: the hashes of all entries up to it, the
 * commitment to the seed, the pool, and the order of its names.
 */
export async function checkDraw({ entries, seeds, pools }: ReviewRecord, position: number): Promise<DrawCheck> {
  // TypeScript assumes a secure context.
  if ((crypto as Partial<Crypto>).subtle === undefined) return { kind: 'insecure' };
  let previous = new Uint8Array(32);
  for (const entry of entries) {
    const { text, secret, hash } = entry;
    previous = await sha256(previous, text);
    if (hex(previous) !== hash) return wrong(`Entry ${entry.position} or the one before it was changed.`);
    const hashed = JSON.parse(text) as HashedEntry;
    if (secret !== null && hex(await sha256(secret)) !== hashed.secret)
      return wrong(`The secret part of entry ${entry.position} was changed.`);
    if (hashed.position !== position || hashed.fact.kind !== 'drawn') continue;
    const { draw } = hashed.fact;
    if (!isShown(draw, entry.fact)) return wrong(`Entry ${position} is shown differently from what was recorded.`);
    return repeat(draw, { seeds, pools });
  }
  return wrong(`Entry ${position} is missing.`);
}

/** Whether what the page shows of a draw is what was hashed. */
const isShown = ({ reviewer, pool, skipped }: Draw, fact: Fact): boolean =>
  fact.kind === 'drawn' &&
  fact.draw.reviewer === reviewer &&
  fact.draw.pool.kind === pool.kind &&
  fact.draw.pool.size === pool.size &&
  fact.draw.skipped === skipped;

async function repeat(draw: Draw, { seeds, pools }: Pick<ReviewRecord, 'seeds' | 'pools'>): Promise<DrawCheck> {
  const { seed: committed, pool, reviewer } = draw;
  const { names = [] } = pools.find(({ kind, version }) => kind === pool.kind && version === pool.version) ?? {};
  if (names.length !== pool.size || hex(await sha256(names.join('\n'))) !== pool.hash)
    return wrong('The list of names is not the one that was drawn from.');
  const found = seeds.find(({ id }) => id === committed.id);
  if (found?.seed === null && found.commitment === committed.commitment) return { kind: 'unrevealed', day: found.day };
  const seed = bytes(found?.seed ?? '');
  if (hex(await sha256(seed)) !== committed.commitment)
    return wrong('The seed is not the one whose hash was published.');
  const drawn = await nameInOrder(names, seed, draw);
  return drawn === reviewer
    ? { kind: 'right', draw }
    : wrong(drawn === undefined ? 'The list of names is too short.' : `The seed draws ${drawn}, not ${reviewer}.`);
}

/** The name at the drawn place of the shuffled list: `docs/reviews.md` has the formula. */
async function nameInOrder(
  list: readonly string[],
  seed: Uint8Array<ArrayBuffer>,
  { name, skipped }: Draw,
): Promise<string | undefined> {
  const key = await crypto.subtle.importKey('raw', seed, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const names = [...list];
  for (let step = 0; step <= skipped && step < names.length; step++) {
    const signed = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${name}:${step}`));
    const first = hex(new Uint8Array(signed, 0, 16));
    const other = step + Number(BigInt(`0x${first}`) % BigInt(names.length - step));
    [names[step], names[other]] = [names[other]!, names[step]!];
  }
  return names[skipped];
}

const wrong = (problem: string): DrawCheck => ({ kind: 'wrong', problem });

/** The hash of these parts, one after the other, texts as UTF-8. */
const sha256 = async (...parts: BlobPart[]): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', await new Blob(parts).arrayBuffer()));

const hex = (data: Uint8Array): string => Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join('');

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
