import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import type { Loop } from '../../platform/jobs/loop.ts';
import { deleteOldExports } from './data-export.queries.ts';

/** Deletes the expired copies of accounts' data. */
export const pruneExportsLoop: Loop<App> = {
  name: 'prune-data-exports',
  everySeconds: 600,
  run: ({ db }) => transaction(db, deleteOldExports),
};
