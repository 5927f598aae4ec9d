import type { AdEnd, Advertisement, PlayerEffect, PlayerEvent, PlayerState, PlayerStep } from './player-state.ts';
import { TICK } from './tick.ts';

const ticks = (seconds: number) => Math.round(seconds / TICK);
const lengthOf = (ad: Advertisement): number => Math.max(1, ticks(ad.length));

/** Is it an advertisement's turn: the first before the first track, the others after so much playing time? */
export const isAdDue = ({ nextAd, hadAd, sinceAd }: PlayerState): boolean =>
  nextAd !== null && (!hadAd || sinceAd * TICK >= nextAd.rules.playInterval);

/**
 * May one that is due interrupt the track?
 * @param length the track's, in seconds; 0 while it is not known
 */
export const adDuring = (state: PlayerState, length: number): boolean => {
  const { playDuring = 0, playDuringMinTime = 0 } = state.nextAd?.rules ?? {};
  return playDuring > 0 && isAdDue(state) && state.played * TICK >= playDuring && length >= playDuringMinTime;
};

/** The advertisement that is ready plays from now on. `hold` is what keeps the track silent meanwhile. */
export function startAd(state: PlayerState, hold: PlayerEffect[] = [{ do: 'pause' }]): PlayerStep {
  const shown = state.nextAd?.ad;
  if (!shown) return { state, effects: [] };
  const skipIn = shown.skipAfter === null ? null : ticks(shown.skipAfter);
  return {
    state: {
      ...state,
      status: 'ad',
      ad: { shown, left: lengthOf(shown), skipIn },
      nextAd: null,
      hadAd: true,
      sinceAd: 0,
    },
    effects: [...hold, { do: 'adStarted', ad: shown }],
  };
}

/** What is to be told of an advertisement that ends, if one plays. */
export function leaveAd({ ad }: PlayerState, how: AdEnd): PlayerEffect[] {
  if (ad === null) return [];
  return [{ do: 'adOver', ad: ad.shown, how, after: (lengthOf(ad.shown) - ad.left) * TICK }];
}

/** What an event does while an advertisement plays: nothing but its own end lets the track go on. */
export function duringAd(state: PlayerState, { type }: Pick<PlayerEvent, 'type'>): PlayerStep {
  const { ad } = state;
  const stay: PlayerStep = { state, effects: [] };
  if (ad === null) return stay;
  const over = (how: AdEnd, at = state): PlayerStep => ({
    state: { ...state, status: 'playing', ad: null },
    effects: [...leaveAd(at, how), { do: 'resume' }],
  });
  switch (type) {
    case 'skipAd':
      return ad.skipIn === 0 ? over('skipped') : stay;
    case 'adEnded':
      return over('ended');
    case 'adFailed':
      return over('failed');
    case 'tick': {
      const skipIn = ad.skipIn === null ? null : Math.max(0, ad.skipIn - 1);
      const next = { ...state, ad: { ...ad, left: ad.left - 1, skipIn } };
      return next.ad.left > 0 ? { state: next, effects: [] } : over('ended', next);
    }
    default:
      return stay;
  }
}
