import { isReportRefusal, nextReportState } from '@scoville/contract/community/reports/report-state.ts';
import {
  type Takedown,
  counterTakedown,
  mediaIdIn,
  requestTakedown,
  takedown,
} from '@scoville/contract/community/reports/takedowns.ts';
import type { App } from '../../platform/app-context.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { callerOf } from '../../platform/http/caller.ts';
import { conflict, forbidden, invalid } from '../../platform/http/errors.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { newId } from '../../platform/ids.ts';
import { pathOfRow } from '../../catalogue/media/media.addresses.ts';
import { isAdmin, isOwner } from '../../catalogue/media/media.policy.ts';
import { type MediaRow, findMedia } from '../../catalogue/media/media.queries.ts';
import { findVisible, lockVisible } from '../../catalogue/media/media.visible.ts';
import { checkCaptcha } from '../../business/support/captcha.ts';
import { shortenExcerpt } from './report-subject.ts';
import { type CaseRow, lockCase, lockCaseOf, mergeCase } from './reports.queries.ts';
import { type TakedownRow, findTakedown, writeCounterNotice, writeRequest } from './takedowns.queries.ts';

const TRY_LATER = 'We got several requests from your network already. Try again in an hour.';

export const takedownsRoutes = (app: App) => [
  route(requestTakedown, async ({ body, request }) => {
    const { address, name, email, work } = body;
    const useUp = await checkCaptcha(app, body.recaptcha);
    await app.limits.take(`takedown ${callerOf(request)}`, 5, 3600, TRY_LATER);
    await transaction(app.db, async (tx) => {
      await useUp(tx);
      const media = await findPublic(tx, mediaIdIn(address) ?? '');
      const found = await lockCaseOf(tx, {
        id: newId(),
        subject: { kind: 'media', id: media.id },
        reportedId: media.musician_id,
        excerpt: { title: media.title, text: shortenExcerpt(media.description), path: pathOfRow(media) },
      });
      // The item may have been removed by a decision while this request waited for the case.
      await findPublic(tx, media.id);
      await writeRequest(tx, found.id, { name, email }, work);
    });
    return { message: 'Your request was sent. We will write to you when it is decided.' };
  }),

  route(takedown, async (call) => {
    const actor = signedIn(call);
    const media = await findVisible(app.db, actor, call.params.id);
    if (!isOwner(actor, media) && !isAdmin(actor)) throw forbidden('Only its owner may see this.');
    const row = await findTakedown(app.db, media.id);
    return { takedown: row === null ? null : present(row) };
  }),

  route(counterTakedown, async (call) => {
    const actor = signedIn(call);
    return transaction(app.db, async (tx) => {
      const media = await findVisible(tx, actor, call.params.id);
      if (!isOwner(actor, media)) throw forbidden('Only its owner may send a counter-notice.');
      const found = await findTakedown(tx, media.id);
      // Lock the case before the media item, like decisions do; the other order deadlocks.
      const row = found && (await lockCase(tx, found.id));
      const waiting = row && (await lockWaiting(tx, row));
      await lockVisible(tx, actor, media.id);
      if (row === null || waiting === null) throw conflict('This media is not taken down.');
      const next = nextReportState({ subject: 'media', state: row.state }, { type: 'counter' });
      if (isReportRefusal(next)) throw conflict(next.refused);
      await mergeCase(tx, waiting.id, row.id);
      await writeCounterNotice(tx, row.id, call.body.words);
      const after = await findTakedown(tx, media.id);
      if (after === null) throw new Error('A case that was changed is not there.');
      return { takedown: present(after) };
    });
  }),
];

/** Hidden items need no takedown, and the error doesn't reveal that they exist. */
async function findPublic(tx: Tx, id: string): Promise<MediaRow> {
  const media = await findMedia(tx, id);
  if (media === null || media.band === null) throw invalid('address', 'There is no song or video at this link.');
  return media;
}

/**
 * Locks the waiting case about the subject of a closed case, created if there is none, so that no other one is opened
 * in the meantime.
 */
const lockWaiting = (tx: Tx, { subject_kind: kind, subject_id: id, reported_id: reportedId, excerpt }: CaseRow) =>
  lockCaseOf(tx, { id: newId(), subject: { kind, id }, reportedId, excerpt });

const present = (row: TakedownRow): Takedown => ({
  state: row.state === 'countered' || row.state === 'upheld' ? row.state : 'removed',
  reason: row.decision_reason ?? '',
  changedOn: row.changed_at.toISOString(),
  counterNotice: row.counter_notice,
  canCounter: !isReportRefusal(nextReportState({ subject: 'media', state: row.state }, { type: 'counter' })),
});
