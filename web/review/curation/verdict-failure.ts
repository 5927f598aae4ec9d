import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { showFailure } from '../../platform/lib/fail.ts';
import { isNotFound, isConflict } from '../../platform/lib/conflicts.ts';
import { toast } from '../../platform/ui/toasts.ts';

/**
 * Shows why a verdict was refused. Returns true if nothing is left to judge: another reviewer was first, or the owner
 * withdrew the submission, which reviewers then can no longer see.
 */
export function showVerdictFailure(
  error: unknown,
  { title }: Pick<Media, 'title'>,
  productName: string,
  fallback: string,
): boolean {
  if (!isNotFound(error)) {
    showFailure(error, productName, fallback);
    return isConflict(error);
  }
  toast('error', sentence`${title} was withdrawn or deleted, so it cannot be reviewed.`);
  return true;
}
