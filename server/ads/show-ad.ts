import { keepPace } from '@scoville/contract/ad-goals.ts';
import { isBot } from '@scoville/contract/features.ts';
import { NO_ADS } from '@scoville/contract/plans.ts';
import type { FastifyRequest } from 'fastify';
import type { App } from '../app-context.ts';
import { type Pool, transaction } from '../db/connection.ts';
import type { Actor } from '../http/actor.ts';
import { newId } from '../ids.ts';
import { planNamed } from '../plans/plan-limits.ts';
import { readAdSettings } from './ad-settings.queries.ts';
import { type AdRow, listAds } from './ads.queries.ts';
import { type Candidate, chooseAd, isDue } from './choose-ad.ts';
import { goalOf, lockOpenGoal, writePace } from './goals.queries.ts';
import { countPending, insertShowing, networkShowings, showingsOf } from './showings.queries.ts';

/** Whose showings are counted together: an account's, wherever it is signed in, or a browser's. */
export const listenerOf = (actor: Actor | null, visitor: string): string =>
  actor === null ? `browser ${visitor}` : `account ${actor.userId}`;

/** Seconds that a showing may take beside its length, for what has to be loaded and for pauses of the machine. */
const SLACK = 60;

/** Who is shown an ad. */
interface Audience {
  actor: Actor | null;
  /** The caller's network as that day's hash; empty for an account. */
  network: string;
  /** Showings of one ad that one network may have in a day. */
  most: number;
}

interface Shown {
  /** Null for an ad that was only looked at. */
  showingId: string | null;
  row: AdRow;
}

/**
 * Decides which ad this listener is shown now, and keeps an impression of its goal for the showing; null for none: ads are
 * off, the listener's plan is without them, none is due, or no person asks. A browser whose name did not come along would have
 * another one with every call, and each of them its own ten showings a day.
 * @param options to look at it only, or the one ad that is to be shown
 */
export async function showAd(
  app: App,
  { actor, network, most }: Audience,
  request: FastifyRequest,
  options: { look: boolean; id?: string | undefined },
): Promise<Shown | null> {
  if (isBot(request.headers['user-agent'] ?? '')) return null;
  if (actor === null && !request.visitorCameAlong) return null;
  if (!(await readAdSettings(app.db)).enabled || (await isWithoutAds(app, actor))) return null;
  const listener = listenerOf(actor, request.visitor);
  const { counts, last } = await showingsOf(app.db, listener);
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
    // Others took what was left of it; whose turn is next stays as it was.
    candidates = candidates.map((one) => (one.id === chosen.id ? { ...one, pending: Infinity } : one));
  }
}

/**
 * Keeps an impression for this listener; null when there is none any more. Of many who ask at once each takes one, and one
 * who
 * asks many times at once, as one listener or as many of one network, takes no more than a day has for them: all is counted
 * with the goal locked.
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
    const shownToday = (await showingsOf(tx, listener)).counts.get(chosen.id) ?? 0;
    const hasRoom = ((await networkShowings(tx, network)).get(chosen.id) ?? 0) < most;
    const now = new Date();
    if (!isDue({ id: chosen.id, goal, pending, shownToday, hasRoom }, now)) return null;
    const paced = keepPace(goal, goal.impressions + pending, now);
    if (paced !== goal) await writePace(tx, goal.id, paced);
    const id = newId();
    const seconds = lengthOf(chosen.row) + SLACK;
    await insertShowing(tx, { id, goalId: goal.id, adId: chosen.id, listener, network, seconds });
    return id;
  });
}

/** Seconds of a whole showing. */
export const lengthOf = (row: Pick<AdRow, 'display_length' | 'length_seconds'>): number =>
  row.display_length ?? row.length_seconds ?? 0;

async function isWithoutAds({ db, env }: App, actor: Actor | null): Promise<boolean> {
  if (actor === null) return false;
  const [user] = await db<{ plan: string }[]>`select plan from users where id = ${actor.userId}`;
  return user !== undefined && planNamed(env, user.plan).perks.includes(NO_ADS);
}
