import { SHORT_OF_SPACE } from '@scoville/contract/uploads.ts';
import type { App } from '../app-context.ts';
import { HttpError } from '../http/errors.ts';
import { type Reserved, isNoSpace, shortageFor } from '../storage/space.ts';

/** The refusal; the cause is for the log alone. */
function shortOfSpace(cause: unknown): HttpError {
  const refusal = new HttpError(507, SHORT_OF_SPACE);
  refusal.cause = cause;
  return refusal;
}

/** Throws 507 when a file of so many bytes would take more than the server can spare beside what it promised. */
export async function checkSpace(app: App, bytes: number, reserved?: Reserved): Promise<void> {
  const short = await shortageFor(app, bytes, reserved);
  if (short !== null)
    throw shortOfSpace(new Error(`${short.place} has ${short.free} bytes left, ${bytes} were wanted`));
}

/** The size that a request says to have (bytes), or the largest that it may have when it does not say, or lies. */
export const expectedBytes = (contentLength: string | undefined, largest: number): number =>
  /^\d+$/.test(contentLength ?? '') ? Math.min(Number(contentLength), largest) : largest;

/** Whether this is the refusal for a disk without room, whoever found that out. */
export const isShortOfSpace = (error: unknown): boolean => error instanceof HttpError && error.status === 507;

/** What is answered when a disk ran full while it was written to; any other error as it is. */
export const refusalOfDisk = (error: unknown): unknown => (isNoSpace(error) ? shortOfSpace(error) : error);
