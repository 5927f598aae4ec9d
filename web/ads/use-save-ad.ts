import type { Ad, NewAd } from '@scoville/contract/ads.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { showFailure } from '../lib/fail.ts';
import { isGone } from '../lib/overtaken.ts';
import { useSettings } from '../lib/query.ts';
import { toast } from '../ui/toasts.ts';
import { NOT_SAVED, showAdFailure } from './ad-failure.ts';
import { type AdFields, changeOf, fieldsOf, unchanged } from './ad-fields.ts';
import { adsChanged, changeAd } from './ads.calls.ts';
import { adMaker, wasRefused } from './make-ad.ts';

interface Sent {
  checked: NewAd;
  sent: AdFields;
  /** The file of a new ad. */
  file: File | null;
}

/**
 * Makes a new ad, or changes one that is there.
 * @param form the form that is sent; it is null once the user has left the page
 */
export function useSaveAd(opened: Ad | null, form: RefObject<HTMLFormElement | null>) {
  const client = useQueryClient();
  const { productName } = useSettings();
  /** The one that is edited: the one that this form has made, too, where it went on being written meanwhile. */
  const [ad, setAd] = useState(opened);
  /** What stands at the server, as far as that is known. */
  const [before, setBefore] = useState<Partial<AdFields>>(() => fieldsOf(opened));
  const [makeAd] = useState(adMaker);
  /** Has the next save change this ad, whose saved text is `known`. */
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
      // It was made before, by what was sent then; from here on it is one that is there.
      goOn(made, known);
      return changeAd(made.id, rest);
    },
    onSuccess: () => toast('success', 'Successfully updated!'),
    onError: (error, { sent }) => {
      // Without an answer, what was changed may have been saved.
      if (!wasRefused(error)) setBefore((known) => unchanged(known, sent));
      if (ad !== null && isGone(error)) showAdFailure(error, ad, productName);
      // The page was left while the file was on its way.
      else if (form.current === null) showFailure(error, productName, NOT_SAVED);
    },
    onSettled: () => adsChanged(client),
  });
  return { ad, busy: saving.isPending, save: saving.mutate, goOn };
}
