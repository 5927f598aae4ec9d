import { MediaError } from '../ffmpeg/media-error.ts';

/** The owner does not take what was made; the message is a sentence for who uploaded it. */
export class Refused extends Error {}

/** What an owner reads when all tries failed and the cause lies with us. */
export const RETRIES_EXHAUSTED_MESSAGE =
  'This file could not be processed: something went wrong on our side, several times. Please try again later.';
/** What an owner reads when what we make of the file comes out broken, and the same way each time. */
export const OUTPUT_BROKEN_MESSAGE =
  'We could not make a playable copy of this file. It may be damaged: export it again from your music software and upload the new file.';

/**
 * The way in which a try failed, where a second failure in the same way means that there will be a third: what we made
 * was broken, or our own code threw. Null for what passes by itself: a program that was killed, a full disk, a database
 * that was away, a file that could not be reached.
 */
export function failureSignature(error: unknown): string | null {
  if (error instanceof MediaError)
    return error.code === 'output-damaged' ? `${error.code} ${fileNameIn(error.detail)}` : null;
  // Whatever the system or the database refuses carries a code, and what the store refuses its answer.
  if (!(error instanceof Error) || 'code' in error || '$metadata' in error) return null;
  return `${error.name}: ${error.message}`.slice(0, 500);
}

/** `song.webm` of `song.webm: 302 packets of 301`: the rest may differ from time to time. */
const fileNameIn = (detail: string): string => detail.replace(/[:\s].*/s, '');
