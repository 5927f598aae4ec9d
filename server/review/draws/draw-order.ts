import { createHmac } from 'node:crypto';

/**
 * The positions 0 to `size - 1` in the order of a draw: a Fisher–Yates shuffle (Durstenfeld, CACM 7(7), 1964) whose
 * step `s` swaps position `s` with position `s + HMAC-SHA256(seed, "draw:s") mod (size - s)`. The first 128 bits of the
 * HMAC are used, so that the bias of the remainder is below 2^-100. `docs/reviews.md` has the formula for musicians.
 * Only as many steps are computed as are taken.
 */
export function* drawOrder(seed: Uint8Array, draw: string, size: number): Generator<number> {
  const swapped = new Map<number, number>();
  for (let step = 0; step < size; step++) {
    const other = step + below(size - step, seed, `${draw}:${step}`);
    yield swapped.get(other) ?? other;
    swapped.set(other, swapped.get(step) ?? step);
  }
}

function below(limit: number, seed: Uint8Array, text: string): number {
  const digest = createHmac('sha256', seed).update(text).digest('hex');
  return Number(BigInt(`0x${digest.slice(0, 32)}`) % BigInt(limit));
}
