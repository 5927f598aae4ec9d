import { SHORT_OF_SPACE } from '@scoville/contract/catalogue/uploads.ts';
import type { App } from '../../platform/app-context.ts';
import { HttpError } from '../../platform/http/errors.ts';
import { type Reserved, isNoSpace, shortageFor } from '../../platform/storage/space.ts';

/** The error for a disk without room. Its cause appears only in the log. */
function shortOfSpace(cause: unknown): HttpError {
  const refusal = new HttpError(507, SHORT_OF_SPACE);
  refusal.cause = cause;
  return refusal;
}

/**
 * Throws 507 when a file of so many bytes would take more than the free space that the server can spare, of which the
 * existing reservations are already subtracted.
 */
export async function checkSpace(app: App, bytes: number, reserved?: Reserved): Promise<void> {
  const short = await shortageFor(app, bytes, reserved);
  if (short !== null)
    throw shortOfSpace(new Error(`${short.place} has ${short.free} bytes left, ${bytes} were wanted`));
}

/**
 * The size that a request declares (bytes), or the largest size allowed if the header is missing, malformed or above
 * it.
 */
export const expectedBytes = (contentLength: string | undefined, largest: number): number =>
  /^\d+$/.test(contentLength ?? '') ? Math.min(Number(contentLength), largest) : largest;

/** Whether this is the error for a disk without room, wherever that was detected. */
export const isShortOfSpace = (error: unknown): boolean => error instanceof HttpError && error.status === 507;

/** The 507 error if a disk ran full during a write; any other error unchanged. */
export const refusalOfDisk = (error: unknown): unknown => (isNoSpace(error) ? shortOfSpace(error) : error);
