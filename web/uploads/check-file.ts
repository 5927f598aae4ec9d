import type { Limits } from '@scoville/contract/plans.ts';
import { WRONG_TYPE, fileTooBig } from '@scoville/contract/uploads.ts';

const MB = 1024 * 1024;

/** Why the drop zone does not take a file, in the specification's words; null when it does. Nothing was sent yet. */
export function refusalOf(file: { name: string; size: number }, limits: Limits): string | null {
  const extension = /\.([A-Za-z0-9]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  if (!limits.acceptedFiles.includes(extension)) return WRONG_TYPE;
  if (file.size > limits.maxFileSizeMB * MB) return fileTooBig(file.size / MB, limits.maxFileSizeMB);
  return null;
}
