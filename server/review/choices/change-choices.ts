import type { ReviewChoices } from '@scoville/contract/review/choices/choices.ts';
import { callerNow } from '../../accounts/auth/actor-now.ts';
import { isShownMore } from '../../catalogue/media/media.policy.ts';
import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { forbidden, invalid } from '../../platform/http/errors.ts';
import {
  findUnknownSlugs,
  lockKnownAccounts,
  replaceAbsences,
  replaceConflicts,
  writeSettings,
} from './choices.queries.ts';

/** Replaces a reviewer's choices for the draws. Open reviews are kept by the reviewer. */
export async function replaceChoices(app: App, tx: Tx, userId: string, choices: ReviewChoices): Promise<void> {
  await writeSettings(tx, userId, choices);
  if (!isShownMore(await callerNow(app, tx, userId))) throw forbidden('You are no longer a certified reviewer.');
  await checkExcluded(tx, choices);
  await checkConflicts(tx, userId, choices);
  await replaceAbsences(tx, userId, choices.absences);
  await replaceConflicts(tx, userId, choices.conflicts);
}

async function checkExcluded(tx: Tx, { excluded }: ReviewChoices): Promise<void> {
  const [unknown] = await findUnknownSlugs(tx, excluded);
  if (unknown !== undefined)
    throw invalid(`excluded.${excluded.indexOf(unknown)}`, `There is no genre or mood “${unknown}”.`);
}

async function checkConflicts(tx: Tx, userId: string, { conflicts }: ReviewChoices): Promise<void> {
  const ids = conflicts.map(({ musicianId }) => musicianId);
  const fieldOf = (id: string) => `conflicts.${ids.indexOf(id)}.musicianId`;
  if (ids.includes(userId))
    throw invalid(fieldOf(userId), 'You never judge your own submissions. Choose another musician.');
  const [unknown] = await lockKnownAccounts(tx, ids);
  if (unknown !== undefined) throw invalid(fieldOf(unknown), 'This account does not exist any more.');
}
