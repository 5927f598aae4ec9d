import type { AdEnd, Advertisement, PlayerEffect, PlayerEvent, PlayerState, PlayerStep } from './player-state.ts';
import { TICK } from './tick.ts';

const ticks = (seconds: number) => Math.round(seconds / TICK);
const lengthOf = (ad: Advertisement): number => Math.max(1, ticks(ad.length));

/** Whether an advertisement is due: the first before the first track, later ones after the interval of playing time. */
export const isAdDue = ({ nextAd, hadAd, sinceAd }: PlayerState): boolean =>
  nextAd !== null && (!hadAd || sinceAd * TICK >= nextAd.rules.playInterval);

/**
 * Whether an advertisement that is due may interrupt the track.
 * @param length the track's length in seconds; 0 while it is not known
 */
export const isMidTrackAdDue = (state: PlayerState, length: number): boolean => {
  const { playDuring = 0, playDuringMinTime = 0 } = state.nextAd?.rules ?? {};
  return playDuring > 0 && isAdDue(state) && state.played * TICK >= playDuring && length >= playDuringMinTime;
};

/** Starts the advertisement that is ready. `hold` are the effects that keep the track silent in the meantime. */
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

/** The report for an advertisement that ends, if one is playing. */
export function adEndEffects({ ad }: PlayerState, how: AdEnd): PlayerEffect[] {
  if (ad === null) return [];
  return [{ do: 'adOver', ad: ad.shown, how, after: (lengthOf(ad.shown) - ad.left) * TICK }];
}

/** Handles an event while an advertisement plays. Only the end of the advertisement lets the track continue. */
export function stepDuringAd(state: PlayerState, { type }: Pick<PlayerEvent, 'type'>): PlayerStep {
  const { ad } = state;
  const stay: PlayerStep = { state, effects: [] };
  if (ad === null) return stay;
  const over = (how: AdEnd, at = state): PlayerStep => ({
    state: { ...state, status: 'playing', ad: null },
    effects: [...adEndEffects(at, how), { do: 'resume' }],
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
