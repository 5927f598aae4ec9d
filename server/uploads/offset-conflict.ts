import { OFFSET_CONFLICT } from '@scoville/contract/uploads.ts';
import { type HttpError, conflict } from '../http/errors.ts';

/** What refuses the bytes of a sender who knows less of the upload than we do: it asks, and goes on from there. */
export const offsetConflict = (message: string): HttpError =>
  conflict(message, [{ field: 'Upload-Offset', code: OFFSET_CONFLICT, message }]);
