import type { Ad, NewAd } from '@scoville/contract/business/ads/ads.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { showFailure } from '../../platform/lib/fail.ts';
import { isNotFound } from '../../platform/lib/conflicts.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { toast } from '../../platform/ui/toasts.ts';
import { NOT_SAVED, showAdFailure } from './ad-failure.ts';
import { type AdFields, changeOf, fieldsOf, pickUnchanged } from './ad-fields.ts';
import { invalidateAds, changeAd } from './ads.calls.ts';
import { adMaker, wasRefused } from './make-ad.ts';

interface Sent {
  checked: NewAd;
  sent: AdFields;
  /** The file of a new ad. */
  file: File | null;
}

/**
 * Creates a new ad, or changes an existing one.
 * @param form the submitted form; its `current` is null once the user has left the page
 */
export function useSaveAd(opened: Ad | null, form: RefObject<HTMLFormElement | null>) {
  const client = useQueryClient();
  const { productName } = useSettings();
  /** The ad that is edited, also after this form has created it and stays open. */
  const [ad, setAd] = useState(opened);
  /** The known values on the server. */
  const [before, setBefore] = useState<Partial<AdFields>>(() => fieldsOf(opened));
  const [makeAd] = useState(adMaker);
  /** Makes the next save change this ad, whose saved text is `known`. */
  const goOn = (saved: Ad, known: Partial<AdFields>) => {
    setAd(saved);
    setBefore(known);
  };
  const saving = useMutation({
    mutationFn: async ({ checked, sent, file }: Sent): Promise<Ad> => {
      if (ad !== null) return changeAd(ad.id, changeOf(checked, sent, before));
      if (file === null) throw new Error(NOT_SAVED);
      const { ad: made, known } = await makeAd(checked, sent, file);
      const rest = changeOf(checked, sent, known);
      if (Object.keys(rest).length === 0) return made;
      // An earlier attempt created the ad with the values sent then, so the rest is sent as a change.
      goOn(made, known);
      return changeAd(made.id, rest);
    },
    onSuccess: () => toast('success', 'Successfully updated!'),
    onError: (error, { sent }) => {
      // If the server did not answer, the changes may have been saved.
      if (!wasRefused(error)) setBefore((known) => pickUnchanged(known, sent));
      if (ad !== null && isNotFound(error)) showAdFailure(error, ad, productName);
      // If the user left the page while the file was being uploaded, there is no form to show the error, so a toast
      // shows it.
      else if (form.current === null) showFailure(error, productName, NOT_SAVED);
    },
    onSettled: () => invalidateAds(client),
  });
  return { ad, busy: saving.isPending, save: saving.mutate, goOn };
}
