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

/** The ads that were looked at, and the one that is being shown. */
let known: Ad | null = null;
let showing: Showing | null = null;

interface Showing {
  ad: Advertisement;
  /** Null when it may not be shown any more. */
  token: Promise<string | null>;
  impression: ReturnType<typeof setTimeout> | null;
  /** What is said of it, one after the other. */
  said: Promise<unknown>;
  /** The link was opened before it was an impression. */
  isClicked: boolean;
  isSeen: boolean;
}

/** Offers the player an ad whenever it has none, and tells the server what became of it. Resolves once the first one is known. */
export async function serveAds(rules: AdSettings): Promise<void> {
  adPort.tell = (effect) => {
    if (effect.do === 'adStarted') return begin(effect.ad);
    end(effect.how, effect.after);
    void offer(rules);
  };
  await Promise.race([offer(rules), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}

/** The ad with this id, as the player has it. */
export const adNamed = (id: string): Ad | null => (known?.id === id ? known : null);

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
  known = ad;
  const { id, title, skipAfter, infoUrl, infoUrlText } = ad;
  const length = ad.displayLength ?? ad.length ?? 0;
  dispatch({ type: 'adReady', ad: { id, title, length, skipAfter, infoUrl, infoUrlText }, rules });
}

function begin(ad: Advertisement): void {
  const token = call(nextAd, { body: { id: ad.id } }).then(
    (answer) => answer.token,
    () => null,
  );
  const now: Showing = { ad, token, impression: null, said: token, isClicked: false, isSeen: false };
  showing = now;
  void token.then((given) => {
    if (showing !== now) return;
    // Somebody else was shown the last one of it: the music goes on.
    if (given === null) dispatch({ type: 'adFailed' });
    else now.impression = setTimeout(() => seen(now), Math.min(IMPRESSION_AFTER, ad.length) * 1000 + MARGIN);
  });
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
  if (now.impression !== null) clearTimeout(now.impression);
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
    const token = await now.token;
    if (token === null) return;
    await call(recordAd, { params: { id: now.ad.id }, body: { ...what, token }, keepalive: true }).catch(
      (error: unknown) => console.warn('What became of an ad could not be told.', error),
    );
  });
}
