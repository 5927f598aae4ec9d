import { ProcessingError } from '../ffmpeg/processing-error.ts';

/** The owner of the source refuses the result; the message is a sentence for the uploader. */
export class Refused extends Error {}

/** The owner's message when all tries failed for a reason on our side. */
export const RETRIES_EXHAUSTED_MESSAGE =
  'This file could not be processed: something went wrong on our side, several times. Please try again later.';
/** The owner's message when our output for the file is broken, and in the same way each time. */
export const OUTPUT_BROKEN_MESSAGE =
  'We could not make a playable copy of this file. It may be damaged: export it again from your music software and upload the new file.';

/**
 * Identifies how a try failed, if a second failure of the same kind means that a third would follow: our output was
 * broken, or our own code threw. Null for temporary failures: a program that was killed, a full disk, or a database or
 * file that could not be reached.
 */
export function failureSignature(error: unknown): string | null {
  if (error instanceof ProcessingError)
    return error.code === 'output-damaged' ? `${error.code} ${fileNameIn(error.detail)}` : null;
  // Errors of the system or the database have a code, and those of the store have the response's metadata.
  if (!(error instanceof Error) || 'code' in error || '$metadata' in error) return null;
  return `${error.name}: ${error.message}`.slice(0, 500);
}

/** Returns `song.webm` for `song.webm: 302 packets of 301`, because the rest may vary between tries. */
const fileNameIn = (detail: string): string => detail.replace(/[:\s].*/s, '');
