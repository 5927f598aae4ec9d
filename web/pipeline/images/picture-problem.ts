import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import { IMAGE_LIMIT_MEGAPIXELS } from '@scoville/contract/pipeline/processing.ts';
import { IMAGE_LIMIT_MB, fileTooBig } from '@scoville/contract/catalogue/uploads.ts';
import { readPicture } from './read-picture.ts';

const MB = 1024 * 1024;

const notAPicture = (name: string): string =>
  sentence`“${name}” is not a JPG, PNG or GIF picture. Save or export it as one of these, and choose that file.`;
export const damagedPicture = (name: string): string =>
  sentence`“${name}” is damaged or incomplete. Save it again from your image software, or choose another picture.`;
const emptyFile = (name: string): string => sentence`“${name}” is empty. Choose another picture.`;
const tooManyPixels = (name: string): string =>
  sentence`“${name}” has too many pixels. Choose a picture of ${IMAGE_LIMIT_MEGAPIXELS} megapixels or less.`;

/** Why this file cannot be used as a picture, with the file's name and what to do instead; null if it can be used. */
export async function pictureProblem(file: File): Promise<string | null> {
  if (file.size === 0) return emptyFile(file.name);
  if (file.size > IMAGE_LIMIT_MB * MB) return fileTooBig(file.size / MB, IMAGE_LIMIT_MB);
  const read = readPicture(new Uint8Array(await file.arrayBuffer()));
  if (read === null) return notAPicture(file.name);
  // Decoding it could use up the memory of the whole browser.
  if (read.width * read.height > IMAGE_LIMIT_MEGAPIXELS * 1e6) return tooManyPixels(file.name);
  return read.isWhole ? null : damagedPicture(file.name);
}
