import type { Ad } from '@scoville/contract/business/ads/ads.ts';
import { showFailure } from '../../platform/lib/fail.ts';
import { isNotFound } from '../../platform/lib/conflicts.ts';
import { toast } from '../../platform/ui/toasts.ts';

export const NOT_SAVED = 'The ad could not be saved.';

/** The message for an ad that another administrator, or another tab, removed. */
export const removedText = ({ title }: Pick<Ad, 'title'>): string => `“${title}” was removed in the meantime.`;

/** Shows why an action on an ad failed. Returns true if the ad is gone, so that its dialog can close. */
export function showAdFailure(error: unknown, ad: Pick<Ad, 'title'>, productName: string): boolean {
  if (!isNotFound(error)) {
    showFailure(error, productName);
    return false;
  }
  toast('error', removedText(ad));
  return true;
}
