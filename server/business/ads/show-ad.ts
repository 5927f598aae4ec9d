import { adjustPace } from '@scoville/contract/business/ads/ad-goals.ts';
import { isBot } from '@scoville/contract/accounts/features/features.ts';
import { NO_ADS } from '@scoville/contract/accounts/plans.ts';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../platform/app-context.ts';
import { type Pool, transaction } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { newId } from '../../platform/ids.ts';
import { planNamed } from '../../accounts/plans/plan-limits.ts';
import { readAdSettings } from './ad-settings.queries.ts';
import { type AdRow, listAds } from './ads.queries.ts';
import { type Candidate, chooseAd, isDue } from './choose-ad.ts';
import { goalOf, lockOpenGoal, writePace } from './goals.queries.ts';
import { countPending, insertShowing, networkShowings, countShowings } from './showings.queries.ts';

/**
 * The listener whose showings count together: an account in all its browsers, or the browser of a visitor. A showing is
 * one display of an ad to one listener.
 */
export const listenerOf = (actor: Actor | null, visitor: string): string =>
  actor === null ? `browser ${visitor}` : `account ${actor.userId}`;

/** Seconds that a showing may take in addition to its length, for loading and for pauses of the device. */
const SLACK = 60;

/** The listener of an ad. */
interface Audience {
  actor: Actor | null;
  /** The caller's network as that day's hash; empty for an account. */
  network: string;
  /** The most showings of one ad per network and day. */
  most: number;
}

interface Shown {
  /** Null for a preview that starts no showing. */
  showingId: string | null;
  row: AdRow;
}

/**
 * Chooses the ad that this listener is shown now, and reserves an impression of its goal for the showing. Returns null
 * if ads are off, the listener's plan has no ads, no ad is due, or a bot asks. A browser that didn't send its visitor
 * cookie gets no ad, because each of its calls would count as a new browser, with its own ten showings a day.
 * @param options whether to return the ad without a showing, or the id of the one ad that may be shown
 */
export async function showAd(
  app: App,
  { actor, network, most }: Audience,
  request: FastifyRequest,
  options: { look: boolean; id?: string | undefined },
): Promise<Shown | null> {
  if (isBot(request.headers['user-agent'] ?? '')) return null;
  if (actor === null && !request.hasVisitorCookie) return null;
  if (!(await readAdSettings(app.db)).enabled || (await isWithoutAds(app, actor))) return null;
  const listener = listenerOf(actor, request.visitor);
  const { counts, last } = await countShowings(app.db, listener);
  const pending = await countPending(app.db);
  const inNetwork = await networkShowings(app.db, network);
  let candidates = (await listAds(app.db))
    .filter((row) => row.is_complete && (options.id === undefined || row.id === options.id))
    .map((row) => ({
      id: row.id,
      row,
      goal: goalOf(row),
      pending: pending.get(row.goal_id) ?? 0,
      shownToday: counts.get(row.id) ?? 0,
      hasRoom: (inNetwork.get(row.id) ?? 0) < most,
    }));
  for (;;) {
    const chosen = chooseAd(candidates, last, new Date());
    if (chosen === null) return null;
    if (options.look) return { showingId: null, row: chosen.row };
    const showingId = await begin(app.db, chosen, { listener, network, most });
    if (showingId !== null) return { showingId, row: chosen.row };
    // Other listeners took the remaining impressions. The order of turns doesn't change.
    candidates = candidates.map((one) => (one.id === chosen.id ? { ...one, pending: Infinity } : one));
  }
}

/**
 * Reserves an impression for this listener; null if none is left. Everything is counted while the goal is locked, so
 * concurrent calls take one impression each, and many concurrent calls of one listener or one network take no more than
 * the daily maximum.
 */
function begin(
  db: Pool,
  chosen: Candidate & { row: AdRow },
  { listener, network, most }: { listener: string } & Omit<Audience, 'actor'>,
): Promise<string | null> {
  return transaction(db, async (tx) => {
    const goal = await lockOpenGoal(tx, chosen.id);
    if (goal === null) return null;
    const pending = (await countPending(tx, goal.id)).get(goal.id) ?? 0;
    const shownToday = (await countShowings(tx, listener)).counts.get(chosen.id) ?? 0;
    const hasRoom = ((await networkShowings(tx, network)).get(chosen.id) ?? 0) < most;
    const now = new Date();
    if (!isDue({ id: chosen.id, goal, pending, shownToday, hasRoom }, now)) return null;
    const paced = adjustPace(goal, goal.impressions + pending, now);
    if (paced !== goal) await writePace(tx, goal.id, paced);
    const id = newId();
    const seconds = lengthOf(chosen.row) + SLACK;
    await insertShowing(tx, { id, goalId: goal.id, adId: chosen.id, listener, network, seconds });
    return id;
  });
}

/** Length of a whole showing in seconds. */
export const lengthOf = (row: Pick<AdRow, 'display_length' | 'length_seconds'>): number =>
  row.display_length ?? row.length_seconds ?? 0;

async function isWithoutAds({ db, env }: App, actor: Actor | null): Promise<boolean> {
  if (actor === null) return false;
  const [user] = await db<{ plan: string }[]>`select plan from users where id = ${actor.userId}`;
  return user !== undefined && planNamed(env, user.plan).perks.includes(NO_ADS);
}
