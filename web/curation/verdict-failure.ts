import { sentence } from '@scoville/contract/isolated.ts';
import type { Media } from '@scoville/contract/media.ts';
import { showFailure } from '../lib/fail.ts';
import { isGone, isOvertaken } from '../lib/overtaken.ts';
import { toast } from '../ui/toasts.ts';

/**
 * Shows why a verdict was not taken. Returns true when nothing is left to judge, such as when somebody else was first, or when
 * the owner withdrew the submission, after which reviewers are shown nothing of it.
 */
export function showVerdictFailure(
  error: unknown,
  { title }: Pick<Media, 'title'>,
  productName: string,
  fallback: string,
): boolean {
  if (!isGone(error)) {
    showFailure(error, productName, fallback);
    return isOvertaken(error);
  }
  toast('error', sentence`${title} was withdrawn or deleted, so it cannot be reviewed.`);
  return true;
}
