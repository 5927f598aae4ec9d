import type { Ad, NewAd } from '@scoville/contract/business/ads/ads.ts';
import { ApiError } from '../../platform/lib/call.ts';
import { newIdempotencyKey } from '../../platform/lib/idempotency-key.ts';
import { type AdFields, pickUnchanged } from './ad-fields.ts';
import { createAd } from './ads.calls.ts';

/** Whether the server refused the call. Without an answer, or after a server error, the call may have succeeded. */
export const wasRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

interface MadeAd {
  ad: Ad;
  /** The known text of the ad on the server: the values that were equal in every attempt that may have created it. */
  known: Partial<AdFields>;
}

/**
 * Creates the one ad of a form. An attempt without an answer may have created the ad, so a retry uses the same
 * idempotency key, even after the text was changed. With another file it is another ad.
 */
export function adMaker(): (checked: NewAd, typed: AdFields, file: File) => Promise<MadeAd> {
  /** The attempt that may have arrived. */
  let unanswered: { key: string; file: string; known: Partial<AdFields> } | null = null;
  return async (checked, typed, file) => {
    const name = JSON.stringify([file.name, file.size, file.lastModified]);
    const before = unanswered?.file === name ? unanswered : null;
    const key = before?.key ?? newIdempotencyKey();
    const known = before === null ? typed : pickUnchanged(before.known, typed);
    try {
      return { ad: await createAd(checked, file, key), known };
    } catch (error) {
      if (!wasRefused(error)) unanswered = { key, file: name, known };
      throw error;
    }
  };
}
