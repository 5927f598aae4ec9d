import { OFFSET_CONFLICT } from '@scoville/contract/catalogue/uploads.ts';
import { type HttpError, conflict } from '../../platform/http/errors.ts';

/**
 * The error for a client whose view of the upload is outdated. The client must request the current offset and continue
 * from there.
 */
export const offsetConflict = (message: string): HttpError =>
  conflict(message, [{ field: 'Upload-Offset', code: OFFSET_CONFLICT, message }]);
