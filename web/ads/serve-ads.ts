import { type Ad, IMPRESSION_AFTER, nextAd, recordAd } from '@scoville/contract/ads.ts';
import type { AdSettings } from '@scoville/contract/settings.ts';
import { call } from '../lib/call.ts';
import { adPort } from '../player/ad-port.ts';
import type { Advertisement } from '../player/player-state.ts';
import { dispatch } from '../player/player.ts';

/** Milliseconds that the first track waits for the first ad. */
const PATIENCE = 1500;
/** By so much longer the page waits than the server asks for: its clock began to run when the call came in. */
const MARGIN = 100;

/** Milliseconds that an ad may load, or wait for its next bytes: then the music goes on. */
const LOADING = 10_000;

/** The ad that is being shown. */
let showing: Showing | null = null;

interface Showing {
  ad: Advertisement;
  /** The ad with its addresses in this showing, and the token; null when it may not be shown any more. */
  given: Promise<{ ad: Ad; token: string } | null>;
  /** At this moment: its picture is there, or its clip plays. */
  isShown: boolean;
  /** Seconds of its clip that were played. */
  played: number;
  /** Until it is given up, while it is not shown. */
  patience: ReturnType<typeof setTimeout> | null;
  impression: ReturnType<typeof setTimeout> | null;
  /** Until a picture has been there for the ad's whole length. */
  over: ReturnType<typeof setTimeout> | null;
  /** What is said of it, one after the other. */
  said: Promise<unknown>;
  /** The link was opened before it was an impression. */
  isClicked: boolean;
  isSeen: boolean;
}

/** Offers the player an ad whenever it has none, and tells the server what became of it. Resolves once the first one is known. */
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
 * The ad that is being shown, as soon as the server gave it its addresses, and the seconds of its clip that were played
 * already, where it was seen before; null when there is none to be shown.
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
    // Somebody else was shown the last one of it: the music goes on.
    if (showing === now && one === null) dispatch({ type: 'adFailed' });
  });
}

/** What cannot be seen or heard does not hold the music for ever. */
function wait(now: Showing): void {
  if (now.patience !== null) return;
  now.patience = setTimeout(() => {
    if (showing === now) dispatch({ type: 'adFailed' });
  }, LOADING);
}

/** The milliseconds after which it is an impression. */
const untilSeen = ({ ad }: Showing): number => Math.min(IMPRESSION_AFTER, ad.length) * 1000 + MARGIN;

/** The picture of the ad is there, or its clip plays; false while the clip does not. */
export function setShown(isShown: boolean): void {
  const now = showing;
  if (now === null || now.isShown === isShown) return;
  now.isShown = isShown;
  if (!isShown) return wait(now);
  if (now.patience !== null) clearTimeout(now.patience);
  now.patience = null;
  // A picture has no time of its own.
  void now.given.then((one) => {
    if (one?.ad.type !== 'poster' || showing !== now) return;
    now.impression = setTimeout(() => seen(now), untilSeen(now));
    // The player's ticks end it a little earlier. In a hidden tab that is silent they come once a minute; a single
    // timer is in time there, too.
    now.over = setTimeout(
      () => {
        if (showing === now) dispatch({ type: 'adEnded' });
      },
      now.ad.length * 1000 + MARGIN,
    );
  });
}

/** So many seconds of the clip of the ad were played. */
export function played(seconds: number): void {
  if (showing === null) return;
  showing.played = seconds;
  if (seconds * 1000 >= untilSeen(showing)) seen(showing);
}

function seen(now: Showing): void {
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
  if (how === 'ended') seen(now);
  if (how === 'skipped' && now.isSeen) say(now, { event: 'skipped', seconds: after });
}

/** Its link was opened. */
export function clicked(): void {
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
