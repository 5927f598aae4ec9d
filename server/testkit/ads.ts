import type { AdWindow } from '@scoville/contract/business/ads/ad-goals.ts';
import { insertGoal } from '../business/ads/goals.queries.ts';
import { insertAd as insertAdRow } from '../business/ads/ads.queries.ts';
import { type Pool, transaction } from '../platform/db/connection.ts';
import { newId } from '../platform/ids.ts';

interface AdSeed {
  title?: string;
  displayLength?: number;
  skipAfter?: number | null;
  window?: Partial<AdWindow>;
}

const DAY = 24 * 3600 * 1000;

/** A date window around the current time, or a window by impressions if a limit is given. */
export const adWindow = ({ impressionLimit = null, ...window }: Partial<AdWindow> = {}): AdWindow => ({
  type: impressionLimit === null ? 'date' : 'impressions',
  startDate: new Date(Date.now() - DAY),
  endDate: impressionLimit === null ? new Date(Date.now() + DAY) : null,
  impressionLimit,
  ...window,
});

/** Inserts a poster ad without its picture, as an administrator would create it. */
export function insertAd(db: Pool, seed: AdSeed = {}): Promise<{ adId: string; goalId: string }> {
  const adId = newId();
  return transaction(db, async (tx) => {
    await insertAdRow(tx, {
      id: adId,
      type: 'poster',
      title: seed.title ?? `Ad ${adId.slice(-6)}`,
      owner_id: null,
      owner_email: 'owner@example.org',
      display_length: seed.displayLength ?? 10,
      skip_after: seed.skipAfter === undefined ? 5 : seed.skipAfter,
      info_url: '',
      info_url_text: '',
      price_cents: null,
      filename: 'poster.png',
      image_version: 1,
    });
    await insertGoal(tx, adId, adWindow(seed.window));
    const [goal] = await tx<{ id: string }[]>`select id from ad_goals where ad_id = ${adId}`;
    return { adId, goalId: goal?.id ?? '' };
  });
}
