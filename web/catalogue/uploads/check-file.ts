import type { Limits } from '@scoville/contract/accounts/plans.ts';
import { WRONG_TYPE, fileTooBig, nameIsAccepted } from '@scoville/contract/catalogue/uploads.ts';

const MB = 1024 * 1024;

/** The reason why the drop zone rejects a file before sending it (UP-13, UP-14); null if the file is accepted. */
export function refusalReason(file: { name: string; size: number }, limits: Limits): string | null {
  if (!nameIsAccepted(file.name, limits.acceptedFiles)) return WRONG_TYPE;
  if (file.size > limits.maxFileSizeMB * MB) return fileTooBig(file.size / MB, limits.maxFileSizeMB);
  return null;
}
