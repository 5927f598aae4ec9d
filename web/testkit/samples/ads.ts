import { Ad, adSettings, ads, removeAd, updateAd } from '@scoville/contract/business/ads/ads.ts';
import type { AdSettings } from '@scoville/contract/accounts/settings.ts';
import { users } from '@scoville/contract/accounts/users/user-list.ts';
import { page } from 'vitest/browser';
import { NOW, newId } from '../accounts.ts';
import { fake, quietly, refused } from '../api.ts';
import { LAST_PAGE, sample } from '../sample.ts';

/** A picture of one pixel, which loads at once. */
const PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';

/** A running poster that can't be skipped. */
export const poster = (title: string, more: Partial<Ad> = {}): Ad =>
  sample(Ad, {
    id: newId(),
    type: 'poster',
    title,
    email: 'owner@example.org',
    owner: null,
    displayLength: 5,
    skipAfter: null,
    infoUrl: null,
    infoUrlText: null,
    price: null,
    url: PICTURE,
    image: PICTURE,
    file: 'poster.png',
    sources: [],
    adWindow: {
      type: 'date',
      startDate: NOW,
      endDate: '2027-11-28T12:00:00.000Z',
      impressionLimit: null,
      metImpressions: false,
    },
    state: 'running',
    stage: 'Complete',
    error: null,
    ...more,
  });

const RULES: AdSettings = { enabled: false, playInterval: 600, playDuring: 0, playDuringMinTime: 0 };

/** Fakes the ads and their settings like the server, and keeps changes and removals. */
export function keptAds(...begin: Ad[]) {
  let all = begin;
  let settings = RULES;
  const gone = () => refused(404, 'This ad was not found.');
  const find = (id: string) => all.find((one) => one.id === id);
  const remove = (id: string) => void (all = all.filter((one) => one.id !== id));
  const change = (more: Partial<AdSettings>): AdSettings => (settings = { ...settings, ...more });
  quietly(users, { users: [], total: 0, paging: LAST_PAGE });
  fake(ads, () => ({ ads: all, total: all.length, settings }));
  const changes = fake(updateAd, ({ params: { id }, body: { title } }) => {
    const one = find(id);
    if (!one) return gone();
    all = all.map((other) => (other.id === id ? { ...one, title: title ?? one.title } : other));
    return find(id)!;
  });
  fake(removeAd, ({ params: { id } }) => {
    if (!find(id)) return gone();
    remove(id);
    return { id, deleted: true as const };
  });
  const saves = fake(adSettings, ({ body }) => change(body as Partial<AdSettings>));
  return {
    all: () => all,
    add: (one: Ad) => void (all = [...all, one]),
    find,
    remove,
    change,
    changes: changes.calls,
    saves: saves.calls,
    gone,
    settings: () => settings,
  };
}

export const dialog = page.getByRole('dialog');
/** A field of the open dialog by its exact label. */
export const slot = (label: string) => dialog.getByLabelText(label, { exact: true });
/** A button of the open dialog. */
export const button = (name: string) => dialog.getByRole('button', { name, exact: true });
