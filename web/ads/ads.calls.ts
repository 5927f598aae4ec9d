import {
  type Ad,
  type AdChange,
  type AdSettingsChange,
  type NewAd,
  adPositions,
  adSettings,
  adStats,
  ads,
  removeAd,
  sendAdStats,
  updateAd,
} from '@scoville/contract/ads.ts';
import type { AdSettings } from '@scoville/contract/settings.ts';
import { upload } from '@scoville/contract/uploads.ts';
import { users } from '@scoville/contract/user-list.ts';
import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { inOrderOf } from '../lib/in-order-of.ts';
import { keepAnswer } from '../lib/keep-answer.ts';
import { keyOf, queryOf, settingsQuery } from '../lib/query.ts';
import { sendingOnce } from '../lib/send-once.ts';

/** Milliseconds between two looks at clips that are processed. */
const LOOK_AGAIN = 4000;

const MOVES = { mutationKey: ['ad-positions'] };
const listed = queryOf(ads, {});

export const adsQuery = {
  ...listed,
  queryFn: async ({ client, signal }: Pick<QueryFunctionContext, 'client' | 'signal'>) => {
    const read = await call(ads, { signal });
    // The server may not have yet what was moved; the last move has the list read again.
    const shown = client.isMutating(MOVES) > 0 ? client.getQueryData(listed.queryKey) : undefined;
    return shown ? { ...read, ads: inOrderOf(shown.ads, read.ads) } : read;
  },
  refetchInterval: ({ state }: { state: { data?: { ads: readonly Ad[] } | undefined } }) =>
    state.data?.ads.some(({ stage, error }) => stage !== 'Complete' && error === null) ? LOOK_AGAIN : false,
} as const;

export const adStatsQuery = (id: string) => ({ ...queryOf(adStats, { params: { id } }), staleTime: 0 });

export const ownersQuery = (q: string) => ({
  ...queryOf(users, { query: { q, size: 8 } }),
  enabled: q.trim() !== '',
});

/**
 * A new ad goes the way of all files, its fields before its file. The answer to a key that was sent before is the ad that
 * was made then, with the text of then.
 */
export async function createAd(fields: NewAd, file: File, idempotencyKey: string): Promise<Ad> {
  const { ad } = await call(upload, { body: formOf(fields, file), idempotencyKey });
  if (ad === null) throw new Error('The form of an ad was answered without one.');
  return ad;
}

function formOf({ adWindow, ...fields }: NewAd, file: File): FormData {
  const form = new FormData();
  form.append('isAd', 'true');
  form.append('adWindow', JSON.stringify(adWindow));
  for (const [name, value] of Object.entries(fields)) if (value !== null) form.append(name, String(value));
  form.append('file', file);
  return form;
}

export const changeAd = (id: string, change: AdChange) => call(updateAd, { params: { id }, body: change });
export const deleteAd = (id: string) => call(removeAd, { params: { id } });

/** Its owner has one mail, though the first answer was lost and it is sent again. */
export const mailStats = sendingOnce(
  (id: string, idempotencyKey) => call(sendAdStats, { params: { id }, idempotencyKey }),
  (id) => id,
);

/**
 * Gives ads this order. It stands at once, and goes back when it cannot be saved: then this throws. Saves go one after the
 * other, and only the last one has the list read again, which would not have what was moved since.
 */
export async function sortAds(client: QueryClient, inOrder: readonly Ad[]): Promise<void> {
  const { queryKey } = adsQuery;
  const isAlone = () => client.isMutating(MOVES) === 1;
  const positions = inOrder.map(({ id }, place) => ({ id, position: place + 1 }));
  const saving = client.getMutationCache().build(client, {
    ...MOVES,
    scope: { id: 'ad-positions' },
    mutationFn: () => call(adPositions, { body: { positions } }),
    onMutate: async () => {
      // What is being read has the order of before.
      await client.cancelQueries({ queryKey });
      // The order that an earlier move showed may never be saved: it is none to go back to.
      const saved = isAlone() ? client.getQueryData(queryKey) : undefined;
      client.setQueryData(queryKey, (now) => now && { ...now, ads: [...inOrder] });
      return { saved };
    },
    onError: (_error, _variables, before) => {
      if (isAlone()) client.setQueryData(queryKey, before?.saved);
    },
    onSettled: () => {
      if (isAlone()) void adsChanged(client);
    },
  });
  await saving.execute(undefined);
}

/** Saves what was changed; returns all of them as they are now. */
export async function saveAdSettings(client: QueryClient, change: AdSettingsChange): Promise<AdSettings> {
  const saved = await call(adSettings, { body: change });
  keepAnswer(client, settingsQuery().queryKey, (now) => now && { ...now, ads: saved });
  return saved;
}

export const adsChanged = (client: QueryClient) => client.invalidateQueries({ queryKey: keyOf(ads) });
