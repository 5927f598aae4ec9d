import { profilePath } from '@scoville/contract/platform/http/addresses.ts';
import {
  MAX_PERFORMANCES,
  addPerformance,
  deletePerformance,
  performances,
  performancesCalendar,
  updatePerformance,
} from '@scoville/contract/community/performances.ts';
import { isId } from '@scoville/contract/platform/lib/values.ts';
import type { App } from '../../platform/app-context.ts';
import { type Db, transaction } from '../../platform/db/connection.ts';
import { type Actor, checkVerified } from '../../platform/http/actor.ts';
import { conflict, forbidden, notFound } from '../../platform/http/errors.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { newId } from '../../platform/ids.ts';
import { timeZoneAt } from '../../platform/places/time-zones.ts';
import { applyChange, newRow } from './change-performance.ts';
import { presentPerformance } from './performances.present.ts';
import {
  type PerformanceRow,
  type Performer,
  findPerformer,
  listForCalendar,
  lockPerformance,
  lockPerformer,
  removePerformance,
  writePerformance,
} from './performances.queries.ts';
import { readPerformances } from './read-performances.ts';
import { timeZoneOfOffset } from './show-time.ts';
import { writeCalendar } from './write-calendar.ts';

export const performancesRoutes = (app: App) => [
  route(performancesCalendar, async ({ params, reply }) => {
    const performer = await performerOf(app, params.id);
    const rows = await listForCalendar(app.db, performer.id);
    const { PUBLIC_URL } = app.env;
    // A deleted account has no profile.
    const url = performer.isDeleted ? PUBLIC_URL : PUBLIC_URL + profilePath(performer);
    reply.type('text/calendar; charset=utf-8');
    return writeCalendar({ displayName: performer.displayName, url, host: new URL(app.firstUrl).hostname }, rows);
  }),

  route(performances, async ({ params, query }) => {
    const performer = await performerOf(app, params.id);
    return readPerformances(app, performer, query);
  }),

  route(addPerformance, async (call) => {
    const actor = signedIn(call);
    const { userId } = actor;
    // A show is on the musician's public page as soon as it is stored.
    checkVerified(actor);
    const row = await transaction(app.db, async (tx) => {
      const { shows, home } = await lockPerformer(tx, userId);
      if (shows >= MAX_PERFORMANCES)
        throw conflict('You already have 1,000 shows, which is the limit. Remove one first.');
      const timeZone = home ? timeZoneAt(home) : timeZoneOfOffset(call.request.headers['x-timezone-offset']);
      return writePerformance(tx, await applyChange(newRow(newId(), userId, timeZone), call.body));
    });
    return presentPerformance(row);
  }),

  route(updatePerformance, async (call) => {
    const row = await transaction(app.db, async (tx) => {
      const before = await lockOwn(tx, signedIn(call), call.params.id);
      return writePerformance(tx, await applyChange(before, call.body));
    });
    return presentPerformance(row);
  }),

  route(deletePerformance, async (call) => {
    const { id } = call.params;
    await transaction(app.db, async (tx) => {
      await lockOwn(tx, signedIn(call), id);
      await removePerformance(tx, id);
    });
    return { id, deleted: true as const };
  }),
];

async function performerOf({ db }: App, idOrName: string): Promise<Performer> {
  const performer = await findPerformer(db, idOrName, isId(idOrName));
  if (performer === null) throw notFound('This musician');
  return performer;
}

async function lockOwn(tx: Db, actor: Actor, id: string): Promise<PerformanceRow> {
  const row = await lockPerformance(tx, id);
  if (row === null) throw notFound('This show');
  if (row.performer_id !== actor.userId) throw forbidden('You can change your own shows only.');
  return row;
}
