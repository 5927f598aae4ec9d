import { sniffImage } from '../ffmpeg/inspect/sniff-image.ts';
import { ProcessingError } from '../ffmpeg/processing-error.ts';
import { HttpError } from '../../platform/http/errors.ts';

const STATUS: Partial<Record<ProcessingError['code'], number>> = {
  empty: 400,
  'image-type': 415,
  'image-size': 413,
  'image-pixels': 413,
  'image-costly': 413,
  'image-damaged': 422,
  busy: 503,
};

/** Turns the error of a picture into a response about the form field that contained it. */
export function refusalOf(error: unknown, field: string): unknown {
  const status = error instanceof ProcessingError ? STATUS[error.code] : undefined;
  if (!(error instanceof ProcessingError) || status === undefined) return error;
  return new HttpError(status, error.message, [{ field, code: error.code, message: error.message }]);
}

/** Checks the first bytes of a picture. Throws 415 if they aren't a picture's. */
export function checkPicture(head: Buffer, field: string): void {
  if (head.length > 0 && sniffImage(head) === null)
    throw refusalOf(new ProcessingError('image-type', 'first bytes'), field);
}
