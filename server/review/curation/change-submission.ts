import type { Body } from '@scoville/contract/platform/http/endpoint.ts';
import type { updateMedia } from '@scoville/contract/catalogue/media/media-edit.ts';
import type { CurationFields } from '@scoville/contract/catalogue/media/curation-fields.ts';
import type { ActingRole, PublicationEvent } from '@scoville/contract/catalogue/media/publication.ts';
import type { App } from '../../platform/app-context.ts';
import { changedFields, recordAct } from '../../accounts/audit/audit.queries.ts';
import { callerNow } from '../../accounts/auth/actor-now.ts';
import { namedGenres } from '../../catalogue/categories/own-genres.queries.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { type Actor, checkVerified } from '../../platform/http/actor.ts';
import { isOwner, publicationOf } from '../../catalogue/media/media.policy.ts';
import type { MediaRow } from '../../catalogue/media/media.queries.ts';
import { lockVisible } from '../../catalogue/media/media.visible.ts';
import { writeTexts } from '../../catalogue/media/media.writes.ts';
import { type Change, changePublication } from './change-publication.ts';
import { updateVerdict, edit, firstScores, isFirstVerdict, pin } from './commands.ts';
import { lockPin } from './curation.queries.ts';
import { giveReading } from './give-reading.ts';
import { findPlacement, requestedChanges, roleFor } from './requested-changes.ts';
import { stateAfter } from './state-after.ts';

interface Call {
  id: string;
  body: Body<typeof updateMedia>;
  /** Whether the owner gets no mail about the verdict. It also marks the call as an update of a verdict. */
  dontNotify?: boolean;
}

/** Makes the changes that a call of `PUT /api/media/:id` requests, with the rights of its caller. */
export async function changeSubmission(
  app: App,
  tx: Tx,
  caller: Actor,
  { id, body, dontNotify = false }: Call,
): Promise<void> {
  const changeSet = requestedChanges(body);
  const { edit: texts, curation, pinned } = changeSet;
  if (pinned === true) await lockPin(tx);
  const row = await lockVisible(tx, caller, id);
  const actor = await callerNow(app, tx, caller.userId);
  const role = roleFor(actor, row, changeSet);
  if (role === 'owner' && (texts?.published === true || texts?.allowCuration === true)) checkVerified(actor);
  const before = publicationOf(row);
  const events: PublicationEvent[] = [];
  if (texts !== null) events.push(...edit(before, texts, role));
  const judged = curation === null ? null : await judge(app, tx, { row, actor, role, curation, events, dontNotify });
  events.push(...(judged?.events ?? []));
  if (pinned !== null) events.push(...pin(before, pinned));
  if (texts !== null)
    await writeTexts(tx, id, { ...texts, genres: texts.genres && (await namedGenres(tx, texts.genres)) });
  const change = { ...judged, row, events, actorId: actor.userId, notify: !dontNotify };
  if (events.length > 0) await changePublication(app, tx, change);
  if (!isOwner(actor, row) || curation !== null || pinned !== null)
    await recordAct(tx, actor, {
      act: 'changed-media',
      subject: { kind: 'media', id, name: row.title },
      details: changedFields({ ...body, ...body.curationStats }),
    });
}

interface Judgement {
  row: MediaRow;
  actor: Actor;
  role: ActingRole;
  curation: CurationFields;
  /** The other events of the call, which come first. */
  events: readonly PublicationEvent[];
  dontNotify: boolean;
}

/** What a reviewer's fields mean: a first verdict, a reading that waits for a second one, or a changed verdict. */
async function judge(
  app: App,
  tx: Tx,
  { row, actor, role, curation, events, dontNotify }: Judgement,
): Promise<Pick<Change, 'events' | 'words' | 'given'>> {
  const before = publicationOf(row);
  const placement = await findPlacement(tx, curation);
  const { curationStats: given, curationMessage: words } = curation;
  if (!isFirstVerdict(before, given, dontNotify)) return { events: updateVerdict(given, placement), words };
  const scores = firstScores(before, given);
  // What the reviewer gave must be possible as it is, whatever the published scores are.
  stateAfter(before, [...events, { type: 'curate', role, scores, ...placement }]);
  const reading = { row, reviewerId: actor.userId, role, scores, placement, words: words ?? null };
  return (await giveReading(app, tx, reading)) ?? { events: [], words };
}
