import {
  type AdGoal,
  type AdWindow,
  nextGoal,
  stateOfGoal,
  statsOfGoal,
  windowOf,
} from '@scoville/contract/business/ads/ad-goals.ts';
import {
  adPositions,
  adSettings,
  adStats,
  ads,
  removeAd,
  sendAdStats,
  updateAd,
} from '@scoville/contract/business/ads/ads.ts';
import type { App } from '../../platform/app-context.ts';
import { changedFields, recordAct } from '../../accounts/audit/audit.queries.ts';
import { administratorNow } from '../../accounts/auth/actor-now.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { invalid, notFound } from '../../platform/http/errors.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { newId } from '../../platform/ids.ts';
import { markForDeletion } from '../../platform/storage/pending-deletions.ts';
import { readAdSettings, writeAdSettings } from './ad-settings.queries.ts';
import { changedColumns } from './ad-columns.ts';
import { prefixesOf } from './ads.files.ts';
import { presentAd, presentShownAd, presentWindow } from './ads.present.ts';
import { type AdRow, deleteAd, findAd, listAds, lockAd, writeAd, writePositions } from './ads.queries.ts';
import { goalOf, listGoals, insertGoal, lockOpenGoal, writeGoal } from './goals.queries.ts';
import { mailAdStats } from './mail-ad-stats.ts';
import { reportGoal } from './report-goals.ts';

const adNotFound = () => notFound('This ad');
const requireAd = (row: AdRow | null): AdRow => {
  if (row === null) throw adNotFound();
  return row;
};

export const adsRoutes = (app: App) => [
  route(ads, async ({ actor }) => {
    const at = new Date();
    const rows = await listAds(app.db);
    const settings = await readAdSettings(app.db);
    if (actor?.role === 'admin')
      return { ads: rows.map((row) => presentAd(app, row, at)), total: rows.length, settings };
    const running = rows.filter((row) => row.is_complete && stateOfGoal(goalOf(row), at) === 'running');
    const shown = settings.enabled ? running.map((row) => presentShownAd(app, row)) : [];
    return { ads: shown, total: shown.length, settings: null };
  }),

  route(updateAd, async (call) => {
    const { id } = call.params;
    const { body } = call;
    await transaction(app.db, async (tx) => {
      const ad = await lockAd(tx, id);
      if (ad === null) throw adNotFound();
      await writeAd(tx, id, await changedColumns(tx, ad.type, body));
      if (body.adWindow !== undefined) await changeGoal(app, tx, id, windowOf(body.adWindow));
      const subject = { kind: 'ad', id, name: ad.title } as const;
      await recordAct(tx, await administratorNow(app, tx, signedIn(call).userId), {
        act: 'changed-ad',
        subject,
        details: changedFields(body),
      });
    });
    return presentAd(app, requireAd(await findAd(app.db, id)), new Date());
  }),

  route(removeAd, async (call) => {
    const { id } = call.params;
    await transaction(app.db, async (tx) => {
      const ad = await lockAd(tx, id);
      if (ad === null) throw adNotFound();
      await markForDeletion(tx, prefixesOf(id));
      await deleteAd(tx, id);
      await recordAct(tx, await administratorNow(app, tx, signedIn(call).userId), {
        act: 'deleted-ad',
        subject: { kind: 'ad', id, name: ad.title },
      });
    });
    return { id, deleted: true as const };
  }),

  route(adSettings, async (call) => {
    const { body } = call;
    await transaction(app.db, async (tx) => {
      await writeAdSettings(tx, body);
      const subject = { kind: 'ad', id: 'settings' } as const;
      await recordAct(tx, await administratorNow(app, tx, signedIn(call).userId), {
        act: 'changed-ad-settings',
        subject,
        details: changedFields(body),
      });
    });
    return readAdSettings(app.db);
  }),

  route(adPositions, async (call) => {
    const { positions } = call.body;
    await transaction(app.db, async (tx) => {
      if ((await writePositions(tx, positions)) < positions.length)
        throw invalid('positions', 'Not all of these ads are there any more. Reload the page and try again.');
      await recordAct(tx, await administratorNow(app, tx, signedIn(call).userId), {
        act: 'ordered-ads',
        subject: { kind: 'ad', id: 'order' },
      });
    });
    return { positions };
  }),

  route(adStats, async ({ params: { id } }) => {
    const [goal, ...previous] = (await listGoals(app.db, id)).map(presentGoal);
    if (goal === undefined) throw adNotFound();
    return { id, ...goal, previous };
  }),

  route(sendAdStats, async (call) => {
    const { id } = call.params;
    const row = requireAd(await findAd(app.db, id));
    await transaction(app.db, async (tx) => {
      await mailAdStats(app, tx, row, newId());
      await recordAct(tx, await administratorNow(app, tx, signedIn(call).userId), {
        act: 'sent-ad-stats',
        subject: { kind: 'ad', id, name: row.title },
      });
    });
    return { message: 'Email Sent' as const };
  }),
];

/**
 * Replaces the goal in force. The same window keeps the goal with its figures. If the replaced goal is over, its owner
 * is notified now, because a closed goal is no longer reported.
 */
async function changeGoal(app: App, tx: Tx, adId: string, window: AdWindow): Promise<void> {
  const goal = await lockOpenGoal(tx, adId);
  const now = new Date();
  const closed = goal === null ? null : nextGoal(goal, { type: 'change', window }, now);
  if (goal === null || closed === null) return;
  const state = stateOfGoal(goal, now);
  if (state === 'met' || state === 'ended') await reportGoal(app, tx, { id: goal.id, adId });
  await writeGoal(tx, goal.id, closed);
  await insertGoal(tx, adId, window);
}

const presentGoal = (goal: AdGoal) => ({
  ...statsOfGoal(goal),
  adWindow: presentWindow(goal),
  state: stateOfGoal(goal, new Date()),
});
