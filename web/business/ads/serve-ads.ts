import { type Ad, IMPRESSION_AFTER, nextAd, recordAd } from '@scoville/contract/business/ads/ads.ts';
import type { AdSettings } from '@scoville/contract/accounts/settings.ts';
import { call } from '../../platform/lib/call.ts';
import { adPort } from '../../catalogue/player/ad-port.ts';
import type { Advertisement } from '../../catalogue/player/player-state.ts';
import { dispatch } from '../../catalogue/player/player.ts';

/** Milliseconds that the first track waits for the first ad. */
const PATIENCE = 1500;
/**
 * Milliseconds added to each time that the server requires, because the server measures it from the arrival of the
 * call.
 */
const MARGIN = 100;

/** Milliseconds that an ad may load or buffer; after that the music continues. */
const LOADING = 10_000;

/** The current display of an ad; null while no ad is shown. */
let showing: Showing | null = null;

/** One display of an ad to this listener. */
interface Showing {
  ad: Advertisement;
  /** The ad with its addresses, and the token of this showing; null if the ad may no longer be shown. */
  given: Promise<{ ad: Ad; token: string } | null>;
  /** Whether the ad's picture is visible, or its clip plays, at this moment. */
  isShown: boolean;
  /** Playback position of the ad's clip in seconds. */
  played: number;
  /** Gives the ad up after a while in which it isn't shown. */
  patience: ReturnType<typeof setTimeout> | null;
  impression: ReturnType<typeof setTimeout> | null;
  /** Ends a picture that was shown for the ad's whole length. */
  over: ReturnType<typeof setTimeout> | null;
  /** The reports to the server, sent one after the other. */
  said: Promise<unknown>;
  /** The link was opened before the impression was counted. */
  isClicked: boolean;
  isSeen: boolean;
}

/**
 * Offers the player an ad whenever it has none, and reports to the server how the ad ended. Resolves once the first ad
 * is known.
 */
export async function serveAds(rules: AdSettings): Promise<void> {
  adPort.isShown = () => showing?.isShown ?? false;
  adPort.report = (effect) => {
    if (effect.do === 'adStarted') return begin(effect.ad);
    end(effect.how, effect.after);
    void offer(rules);
  };
  await Promise.race([offer(rules), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}

/**
 * The ad being shown, once the server has returned its addresses, and the seconds of its clip that were already played,
 * if it was shown before; null if there is no ad to show.
 */
export async function adOfShowing(): Promise<{ ad: Ad; played: number } | null> {
  const now = showing;
  const given = (await now?.given) ?? null;
  return now === null || given === null ? null : { ad: given.ad, played: now.played };
}

async function offer(rules: AdSettings): Promise<void> {
  const ad = await call(nextAd, { body: { look: true } }).then(
    (answer) => answer.ad,
    () => null,
  );
  if (ad === null) {
    dispatch({ type: 'noAd' });
    setTimeout(() => void offer(rules), rules.playInterval * 1000);
    return;
  }
  const { id, title, skipAfter, infoUrl, infoUrlText } = ad;
  const length = ad.displayLength ?? ad.length ?? 0;
  dispatch({ type: 'adReady', ad: { id, title, length, skipAfter, infoUrl, infoUrlText }, rules });
}

function begin(ad: Advertisement): void {
  const given = call(nextAd, { body: { id: ad.id } }).then(
    (answer) => (answer.ad === null || answer.token === null ? null : { ad: answer.ad, token: answer.token }),
    () => null,
  );
  const now: Showing = {
    ad,
    given,
    isShown: false,
    played: 0,
    patience: null,
    impression: null,
    over: null,
    said: given,
    isClicked: false,
    isSeen: false,
  };
  showing = now;
  wait(now);
  void given.then((one) => {
    // Another listener used up the last impression, so the music continues.
    if (showing === now && one === null) dispatch({ type: 'adFailed' });
  });
}

/** An ad that isn't visible or audible must not hold up the music forever. */
function wait(now: Showing): void {
  if (now.patience !== null) return;
  now.patience = setTimeout(() => {
    if (showing === now) dispatch({ type: 'adFailed' });
  }, LOADING);
}

/** Milliseconds for which the ad must be shown to count as an impression. */
const untilSeen = ({ ad }: Showing): number => Math.min(IMPRESSION_AFTER, ad.length) * 1000 + MARGIN;

/** Reports whether the ad's picture is visible or its clip plays. */
export function setShown(isShown: boolean): void {
  const now = showing;
  if (now === null || now.isShown === isShown) return;
  now.isShown = isShown;
  if (!isShown) return wait(now);
  if (now.patience !== null) clearTimeout(now.patience);
  now.patience = null;
  // A picture has no playback position, so timers measure its time.
  void now.given.then((one) => {
    if (one?.ad.type !== 'poster' || showing !== now) return;
    now.impression = setTimeout(() => reportImpression(now), untilSeen(now));
    // The player's ticks usually end the ad a little earlier. In a hidden, silent tab they arrive only once a minute; a
    // single timer is punctual there, too.
    now.over = setTimeout(
      () => {
        if (showing === now) dispatch({ type: 'adEnded' });
      },
      now.ad.length * 1000 + MARGIN,
    );
  });
}

/** Reports the playback position of the ad's clip in seconds. */
export function reportClipPosition(seconds: number): void {
  if (showing === null) return;
  showing.played = seconds;
  if (seconds * 1000 >= untilSeen(showing)) reportImpression(showing);
}

function reportImpression(now: Showing): void {
  if (now.isSeen) return;
  now.isSeen = true;
  say(now, { event: 'impression' });
  if (now.isClicked) say(now, { event: 'clicked' });
}

function end(how: 'ended' | 'skipped' | 'left' | 'failed', after: number): void {
  const now = showing;
  showing = null;
  if (now === null) return;
  for (const timer of [now.impression, now.over, now.patience]) if (timer !== null) clearTimeout(timer);
  if (how === 'ended') reportImpression(now);
  if (how === 'skipped' && now.isSeen) say(now, { event: 'skipped', seconds: after });
}

/** Reports that the ad's link was opened. */
export function reportClick(): void {
  const now = showing;
  if (now === null || now.isClicked) return;
  now.isClicked = true;
  if (now.isSeen) say(now, { event: 'clicked' });
}

function say(now: Showing, what: { event: 'impression' | 'clicked' | 'skipped'; seconds?: number }): void {
  now.said = now.said.then(async () => {
    const given = await now.given;
    if (given === null) return;
    await call(recordAd, { params: { id: now.ad.id }, body: { ...what, token: given.token }, keepalive: true }).catch(
      (error: unknown) => console.warn('What became of an ad could not be told.', error),
    );
  });
}
