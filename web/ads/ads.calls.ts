import {
  type Ad,
  type AdChange,
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
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { keyOf, queryOf, settingsQuery } from '../lib/query.ts';

/** Milliseconds between two looks at clips that are processed. */
const LOOK_AGAIN = 4000;

export const adsQuery = {
  ...queryOf(ads, {}),
  refetchInterval: ({ state }: { state: { data?: { ads: readonly Ad[] } | undefined } }) =>
    state.data?.ads.some(({ stage, error }) => stage !== 'Complete' && error === null) ? LOOK_AGAIN : false,
} as const;

export const adStatsQuery = (id: string) => ({ ...queryOf(adStats, { params: { id } }), staleTime: 0 });

export const ownersQuery = (q: string) => ({
  ...queryOf(users, { query: { q, size: 8 } }),
  enabled: q.trim() !== '',
});

/** A new ad goes the way of all files, its fields before its file. */
export function createAd({ adWindow, ...fields }: NewAd, file: File) {
  const form = new FormData();
  form.append('isAd', 'true');
  form.append('adWindow', JSON.stringify(adWindow));
  for (const [name, value] of Object.entries(fields)) if (value !== null) form.append(name, String(value));
  form.append('file', file);
  return call(upload, { body: form });
}

export const changeAd = (id: string, change: AdChange) => call(updateAd, { params: { id }, body: change });
export const deleteAd = (id: string) => call(removeAd, { params: { id } });
export const mailStats = (id: string) => call(sendAdStats, { params: { id } });

/** Shows the new order at once; the one before comes back where the server refuses it. */
export async function sortAds(client: QueryClient, inOrder: readonly Ad[]): Promise<void> {
  const positions = inOrder.map(({ id }, place) => ({ id, position: place + 1 }));
  client.setQueryData(adsQuery.queryKey, (now) => now && { ...now, ads: [...inOrder] });
  try {
    await call(adPositions, { body: { positions } });
  } finally {
    await adsChanged(client);
  }
}

export async function saveAdSettings(client: QueryClient, settings: AdSettings): Promise<void> {
  const saved = await call(adSettings, { body: settings });
  client.setQueryData(settingsQuery().queryKey, (now) => now && { ...now, ads: saved });
  await adsChanged(client);
}

export const adsChanged = (client: QueryClient) => client.invalidateQueries({ queryKey: keyOf(ads) });
