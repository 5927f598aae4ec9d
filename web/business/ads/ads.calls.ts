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
} from '@scoville/contract/business/ads/ads.ts';
import type { AdSettings } from '@scoville/contract/accounts/settings.ts';
import { upload } from '@scoville/contract/catalogue/uploads.ts';
import { users } from '@scoville/contract/accounts/users/user-list.ts';
import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query';
import { call } from '../../platform/lib/call.ts';
import { inOrderOf } from '../../platform/lib/in-order-of.ts';
import { cacheAnswer } from '../../platform/lib/cache-answer.ts';
import { keyOf, queryOf, settingsQuery } from '../../platform/lib/query.ts';
import { withIdempotencyKeys } from '../../platform/lib/with-idempotency-keys.ts';

/** Milliseconds between two polls while clips are being processed. */
const LOOK_AGAIN = 4000;

const MOVES = { mutationKey: ['ad-positions'] };
const listed = queryOf(ads, {});

export const adsQuery = {
  ...listed,
  queryFn: async ({ client, signal }: Pick<QueryFunctionContext, 'client' | 'signal'>) => {
    const read = await call(ads, { signal });
    // The server may not have saved a move yet, so the list keeps the shown order; the last move refetches it.
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
 * Creates an ad through the upload endpoint, with the fields before the file. For an idempotency key that was sent
 * before, the answer is the ad created then, with its text from then.
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

/** Mails an ad's statistics to its owner; a retry after a lost answer sends no second mail. */
export const mailStats = withIdempotencyKeys(
  (id: string, idempotencyKey) => call(sendAdStats, { params: { id }, idempotencyKey }),
  (id) => id,
);

/**
 * Saves a new order of the ads. The list shows it at once and reverts it if the save fails, in which case this throws.
 * Saves run one after the other, and only the last one refetches the list, because an earlier refetch would lack later
 * moves.
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
      // A running read would bring back the old order.
      await client.cancelQueries({ queryKey });
      // The order shown by an earlier move may fail to be saved, so a later move must not revert to it.
      const saved = isAlone() ? client.getQueryData(queryKey) : undefined;
      client.setQueryData(queryKey, (now) => now && { ...now, ads: [...inOrder] });
      return { saved };
    },
    onError: (_error, _variables, before) => {
      if (isAlone()) client.setQueryData(queryKey, before?.saved);
    },
    onSettled: () => {
      if (isAlone()) void invalidateAds(client);
    },
  });
  await saving.execute(undefined);
}

/** Saves the changed settings; returns all current settings. */
export async function saveAdSettings(client: QueryClient, change: AdSettingsChange): Promise<AdSettings> {
  const saved = await call(adSettings, { body: change });
  cacheAnswer(client, settingsQuery().queryKey, (now) => now && { ...now, ads: saved });
  return saved;
}

export const invalidateAds = (client: QueryClient) => client.invalidateQueries({ queryKey: keyOf(ads) });
