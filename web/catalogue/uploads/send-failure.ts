import { errorText } from '@scoville/contract/platform/http/errors.ts';
import { OFFSET_CONFLICT } from '@scoville/contract/catalogue/uploads.ts';
import { ApiError } from '../../platform/lib/call.ts';

export const INTERRUPTED = 'Upload was interrupted. Please try again.';

/** Status and body of the last answer; no status if no answer arrived. */
interface Failure {
  status?: number | undefined;
  body?: string | undefined;
}

/** Temporary refusals: the user must sign in, too much is being uploaded, or a disk is full. */
const FOR_NOW = new Set([401, 429, 507]);

/**
 * Whether an immediate retry may succeed: the connection broke, the server failed or lost the received bytes, another
 * request has locked the upload, or the upload's offset differs from the client's. Pure.
 */
export function isPassing({ status = 0, body }: Failure): boolean {
  // A full disk won't have more room within the next minute.
  if (status === 507) return false;
  // The server has lost the received bytes. It answers the next request for the offset that the upload is gone, and a
  // new upload starts.
  if (status === 410) return true;
  if (status === 409) return hasCode(body, OFFSET_CONFLICT);
  return status < 400 || status >= 500 || status === 408 || status === 423;
}

/**
 * The message for a file that could not be sent, and whether sending it again may help. The server's message is shown
 * if it is more specific than a broken connection: a refusal, too many uploads at a time (429), a full disk (507).
 * Pure.
 */
export function afterFailure(failure: Failure, product: string): { error: string; canResume: boolean } {
  if (isPassing(failure)) return { error: INTERRUPTED, canResume: true };
  return { error: errorText(failure, product), canResume: FOR_NOW.has(failure.status ?? 0) };
}

function hasCode(body: string | undefined, code: string): boolean {
  try {
    return new ApiError(0, JSON.parse(body ?? ''), '').fields.some((field) => field.code === code);
  } catch {
    return false;
  }
}
