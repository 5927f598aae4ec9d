import { dataExport, downloadDataExport, requestDataExport } from '@scoville/contract/review/data-export.ts';
import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import { HttpError, conflict } from '../../platform/http/errors.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { newId } from '../../platform/ids.ts';
import { makeExportJob } from './data-export.jobs.ts';
import { presentExport } from './data-export.present.ts';
import { findExport, replaceExport } from './data-export.queries.ts';

const DAY = 24 * 3600;
const BUSY = 'Your data is already being gathered. We notify you when it is ready.';
const ENOUGH = 'You have asked for your data three times today. Try again tomorrow.';
const NONE = 'There is no copy of your data. Ask for one in your account.';

export const dataExportRoutes = (app: App) => [
  route(dataExport, async (call) => presentExport(await findExport(app.db, signedIn(call).userId))),

  route(requestDataExport, async (call) => {
    const { userId } = signedIn(call);
    await app.limits.take(`data export ${userId}`, 3, DAY, ENOUGH);
    await transaction(app.db, async (tx) => {
      const exportId = newId();
      if (!(await replaceExport(tx, userId, exportId))) throw conflict(BUSY);
      await app.queue.enqueue(tx, makeExportJob, { exportId });
    });
    return presentExport(await findExport(app.db, userId));
  }),

  // The download needs a fresh sign-in too, because an open session could otherwise take a copy of the account's data
  // that its owner ordered days ago.
  route(downloadDataExport, async (call) => {
    const key = (await findExport(app.db, signedIn(call).userId))?.storage_key ?? null;
    if (key === null) throw new HttpError(404, NONE);
    return { url: app.signer.address(key) };
  }),
];
