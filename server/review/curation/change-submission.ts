import type { Body } from '@scoville/contract/platform/http/endpoint.ts';
import type { updateMedia } from '@scoville/contract/catalogue/media/media-edit.ts';
import type { PublicationEvent } from '@scoville/contract/catalogue/media/publication.ts';
import type { App } from '../../platform/app-context.ts';
import { changedFields, recordAct } from '../../accounts/audit/audit.queries.ts';
import { callerNow } from '../../accounts/auth/actor-now.ts';
import { namedGenres } from '../../catalogue/categories/own-genres.queries.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { type Actor, checkVerified } from '../../platform/http/actor.ts';
import { isOwner, publicationOf } from '../../catalogue/media/media.policy.ts';
import { lockVisible } from '../../catalogue/media/media.visible.ts';
import { writeTexts } from '../../catalogue/media/media.writes.ts';
import { changePublication } from './change-publication.ts';
import { updateVerdict, edit, firstVerdict, isFirstVerdict, pin } from './commands.ts';
import { lockPin } from './curation.queries.ts';
import { findPlacement, requestedChanges, roleFor } from './requested-changes.ts';

interface Change {
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
  { id, body, dontNotify = false }: Change,
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
  const placement = curation === null ? {} : await findPlacement(tx, curation);
  if (texts !== null) events.push(...edit(before, texts, role));
  if (curation !== null) {
    const { curationStats: scores } = curation;
    if (isFirstVerdict(before, scores, dontNotify)) events.push(...firstVerdict(before, scores, placement, role));
    else events.push(...updateVerdict(scores, placement));
  }
  if (pinned !== null) events.push(...pin(before, pinned));
  if (texts !== null)
    await writeTexts(tx, id, { ...texts, genres: texts.genres && (await namedGenres(tx, texts.genres)) });
  const change = { row, events, actorId: actor.userId, words: curation?.curationMessage, notify: !dontNotify };
  if (events.length > 0) await changePublication(app, tx, change);
  if (!isOwner(actor, row) || curation !== null || pinned !== null)
    await recordAct(tx, actor, {
      act: 'changed-media',
      subject: { kind: 'media', id, name: row.title },
      details: changedFields({ ...body, ...body.curationStats }),
    });
}
