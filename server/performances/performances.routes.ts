import { profilePath } from '@scoville/contract/addresses.ts';
import {
  MAX_PERFORMANCES,
  addPerformance,
  deletePerformance,
  performances,
  performancesCalendar,
  updatePerformance,
} from '@scoville/contract/performances.ts';
import { isId } from '@scoville/contract/values.ts';
import type { App } from '../app-context.ts';
import { type Db, transaction } from '../db/connection.ts';
import type { Actor } from '../http/actor.ts';
import { conflict, forbidden, notFound } from '../http/errors.ts';
import { route, signedIn } from '../http/route.ts';
import { newId } from '../ids.ts';
import { presentMusician } from '../users/users.present.ts';
import { findUser } from '../users/users.queries.ts';
import { changed, newRow } from './change-performance.ts';
import { presentPerformance } from './performances.present.ts';
import {
  type PerformanceRow,
  listForCalendar,
  lockAndCount,
  lockPerformance,
  removePerformance,
  writePerformance,
} from './performances.queries.ts';
import { readPerformances } from './read-performances.ts';
import { timeZoneOfOffset } from './show-time.ts';
import { writeCalendar } from './write-calendar.ts';

export const performancesRoutes = (app: App) => [
  route(performancesCalendar, async ({ params, reply }) => {
    const musician = presentMusician(await findMusician(app, params.id));
    const rows = await listForCalendar(app.db, musician.id);
    const url = app.env.PUBLIC_URL + profilePath(musician);
    reply.type('text/calendar; charset=utf-8');
    return writeCalendar({ displayName: musician.displayName, url }, rows);
  }),

  route(performances, async ({ params, query }) => {
    const musician = await findMusician(app, params.id);
    return readPerformances(app, musician.id, query);
  }),

  route(addPerformance, async (call) => {
    const { userId } = signedIn(call);
    const timeZone = timeZoneOfOffset(call.request.headers['x-timezone-offset']);
    const row = await transaction(app.db, async (tx) => {
      if ((await lockAndCount(tx, userId)) >= MAX_PERFORMANCES)
        throw conflict('You already have 1,000 shows, which is the limit. Remove one first.');
      return writePerformance(tx, changed(newRow(newId(), userId, timeZone), call.body));
    });
    return presentPerformance(row);
  }),

  route(updatePerformance, async (call) => {
    const row = await transaction(app.db, async (tx) => {
      const before = await lockOwn(tx, signedIn(call), call.params.id);
      return writePerformance(tx, changed(before, call.body));
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

async function findMusician({ db }: App, idOrName: string) {
  const musician = await findUser(db, idOrName, isId(idOrName));
  if (musician === null) throw notFound('This musician');
  return musician;
}

async function lockOwn(tx: Db, actor: Actor, id: string): Promise<PerformanceRow> {
  const row = await lockPerformance(tx, id);
  if (row === null) throw notFound('This show');
  if (row.performer_id !== actor.userId) throw forbidden('You can change your own shows only.');
  return row;
}
