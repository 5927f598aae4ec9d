import { createHash, randomFillSync } from 'node:crypto';

/** The 12 bits after the milliseconds count the ids within one millisecond. The counter starts in its lower half. */
const COUNTER = { end: 0x1000, first: 0x800 };
let latest = 0;
let counter = 0;

/**
 * A UUID version 7 (RFC 9562, section 5.7): 48 bits of Unix milliseconds, 12 of a counter with a random start (section
 * 6.2, method 1), then 62 random bits. Ids from one process sort in the order in which they were made, even within a
 * millisecond and when the clock is set back. Ids from several processes sort by the millisecond.
 * @param now Unix milliseconds
 */
export function newId(now: number = Date.now()): string {
  const bytes = randomFillSync(new Uint8Array(16));
  const view = new DataView(bytes.buffer);
  if (now > latest) [latest, counter] = [now, view.getUint16(6) % COUNTER.first];
  else counter += 1;
  // The counter is full, so the next millisecond is begun early.
  if (counter === COUNTER.end) [latest, counter] = [latest + 1, view.getUint16(6) % COUNTER.first];
  view.setUint16(0, Math.floor(latest / 2 ** 32));
  view.setUint32(2, latest % 2 ** 32);
  view.setUint16(6, 0x7000 | counter);
  return formatUuid(bytes);
}

/**
 * A UUID version 8 (RFC 9562, section 5.8) that is always the same for the same parts. These ids have no meaningful
 * order.
 */
export function derivedId(...parts: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16);
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f);
  return formatUuid(bytes);
}

/** The bytes as text, with the variant of RFC 9562. */
function formatUuid(bytes: Uint8Array): string {
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = Buffer.from(bytes).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
