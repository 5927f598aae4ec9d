import type { Ad, NewAd } from '@scoville/contract/ads.ts';
import { ApiError } from '../lib/call.ts';
import { newIdempotencyKey } from '../lib/idempotency-key.ts';
import { type AdFields, unchanged } from './ad-fields.ts';
import { createAd } from './ads.calls.ts';

/** It was answered, and not done. Without an answer, or after a failure of the server, it may have been. */
export const wasRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

interface MadeAd {
  ad: Ad;
  /** What of its text stands at the server: what was the same in every send that may have made it. */
  known: Partial<AdFields>;
}

/**
 * Makes the one ad of a form. What was sent without being answered may have been made: sent again it is the same ad,
 * whatever was typed since. With another file it is another one.
 */
export function adMaker(): (checked: NewAd, typed: AdFields, file: File) => Promise<MadeAd> {
  /** What may have arrived. */
  let unanswered: { key: string; file: string; known: Partial<AdFields> } | null = null;
  return async (checked, typed, file) => {
    const name = JSON.stringify([file.name, file.size, file.lastModified]);
    const before = unanswered?.file === name ? unanswered : null;
    const key = before?.key ?? newIdempotencyKey();
    const known = before === null ? typed : unchanged(before.known, typed);
    try {
      return { ad: await createAd(checked, file, key), known };
    } catch (error) {
      if (!wasRefused(error)) unanswered = { key, file: name, known };
      throw error;
    }
  };
}
