import { ORIGINAL_GONE } from '@scoville/contract/catalogue/uploads.ts';
import type { App } from '../../platform/app-context.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { conflict } from '../../platform/http/errors.ts';
import type { MediaRow } from '../media/media.queries.ts';
import { hasOriginal } from '../../pipeline/processing/failed-files.ts';
import { transcodeJob } from '../../pipeline/processing/processing.jobs.ts';
import { beginAttempt, chargeAgain, countWaiting } from '../../pipeline/processing/processing.queries.ts';
import { findAllowance, checkCount, checkFailures, takeExtra } from './allowance.ts';
import { freeName } from './free-name.ts';
import { findFileName, showAgain, shownNames } from './uploads.queries.ts';

/**
 * Processes a failed file again, from the original that was kept. The first file of a song or video takes a place of
 * the plan again. Throws 409 when the file did not fail or its original is no longer kept, 403 when the plan has no
 * place left, 429 when too many files failed within 24 hours.
 * @param also runs in the same transaction, after its locks
 */
export async function retry(
  app: Pick<App, 'db' | 'env' | 'queue'>,
  row: MediaRow,
  also?: (tx: Tx) => Promise<void>,
): Promise<void> {
  await transaction(app.db, async (tx) => {
    const allowance = await findAllowance(tx, app.env, row.musician_id, { lock: true });
    const id = row.next_source_id;
    const work = id === null ? null : await beginAttempt(tx, id);
    if (id === null || work === null) throw conflict('Only a file whose processing failed can be processed again.');
    if (!(await hasOriginal(tx, id))) throw conflict(ORIGINAL_GONE);
    if (row.source_id === null) checkCount(allowance);
    checkFailures(allowance);
    if (row.source_id === null) await takeExtra(tx, allowance, row.musician_id, id);
    await chargeAgain(tx, id);
    await showAgain(tx, id, freeName(await findFileName(tx, id), await shownNames(tx, row.musician_id)));
    const waiting = (await countWaiting(tx, row.musician_id)) - 1;
    await app.queue.enqueue(tx, transcodeJob, work, { priority: -waiting });
    await also?.(tx);
  });
}
