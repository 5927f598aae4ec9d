import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newGoal } from '@scoville/contract/business/ads/ad-goals.ts';
import { SHOWINGS_A_DAY } from '@scoville/contract/business/ads/ads.ts';
import { adWindow } from '../../testkit/ads.ts';
import { type Candidate, chooseAd, isDue } from './choose-ad.ts';

const now = new Date();
const ad = (id: string, more: Partial<Candidate> = {}): Candidate => ({
  id,
  goal: newGoal(adWindow()),
  pending: 0,
  shownToday: 0,
  hasRoom: true,
  ...more,
});
const chosen = (inOrder: Candidate[], last: string | null) => chooseAd(inOrder, last, now)?.id ?? null;

describe('the next ad', () => {
  it('AD-06 follows the order, and starts over after the last ad', () => {
    const three = [ad('1'), ad('2'), ad('3')];
    const seen: string[] = [];
    for (let last: string | null = null; seen.length < 7; seen.push(last)) last = chosen(three, last) ?? 'none';
    expect(seen).toEqual(['1', '2', '3', '1', '2', '3', '1']);
  });

  it('is never one that waits, is over, met, ahead of its pace, fully reserved, or seen often enough today', () => {
    const far = new Date(now.getTime() + 3600_000);
    const limited = newGoal(adWindow({ impressionLimit: 2 }));
    const large = newGoal(adWindow({ impressionLimit: 3_000_000, startDate: now }));
    const none = [
      ad('waiting', { goal: newGoal(adWindow({ startDate: far, endDate: new Date(far.getTime() + 1) })) }),
      ad('over', { goal: newGoal(adWindow({ endDate: now })) }),
      ad('met', { goal: { ...limited, impressions: 2 } }),
      ad('promised', { goal: { ...limited, impressions: 1 }, pending: 1 }),
      ad('ahead', { goal: { ...large, impressions: 100 } }),
      ad('seen', { shownToday: SHOWINGS_A_DAY }),
      ad('seen by the network', { hasRoom: false }),
      ad('closed', { goal: { ...newGoal(adWindow()), closed: true } }),
    ];
    expect(chosen(none, null)).toBeNull();
    expect(chosen([...none, ad('good')], 'good')).toBe('good');
    expect(chosen([ad('one'), ...none], 'one')).toBe('one');
  });

  it('exists whenever an ad is due, and every due ad is shown once per round', () => {
    const anyAds = fc.array(fc.boolean(), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(anyAds, (due) => {
        const all = due.map((is, place) => ad(String(place), is ? {} : { shownToday: SHOWINGS_A_DAY }));
        const round: string[] = [];
        let last: string | null = null;
        for (const one of all.filter((each) => isDue(each, now))) {
          last = chosen(all, last);
          round.push(last ?? one.id);
        }
        expect(round).toEqual(all.filter((each) => isDue(each, now)).map(({ id }) => id));
      }),
    );
  });
});
