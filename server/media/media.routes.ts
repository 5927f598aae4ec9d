import { deleteMedia, updateMedia } from '@scoville/contract/media-edit.ts';
import { type Media, media } from '@scoville/contract/media.ts';
import type { PublicationEvent } from '@scoville/contract/publication.ts';
import type { App } from '../app-context.ts';
import { changePublication, countsForChef } from '../curation/change-publication.ts';
import { changeOfVerdict, edit, firstVerdict, isFirstVerdict, pin } from '../curation/commands.ts';
import { lockPin, recountMasterChef } from '../curation/curation.queries.ts';
import { placementOf, requestedChanges, roleFor } from '../curation/requested-changes.ts';
import { transaction } from '../db/connection.ts';
import { forbidden } from '../http/errors.ts';
import { route, signedIn } from '../http/route.ts';
import { markForDeletion } from '../storage/pending-deletions.ts';
import { forMember } from './for-member.ts';
import { mediaChanged } from './media.events.ts';
import { isAdmin, isOwner, publicationOf } from './media.policy.ts';
import { readMedia } from './media.read.ts';
import { lockVisible } from './media.visible.ts';
import { deleteMediaRow, prefixesOf, writeTexts } from './media.writes.ts';

export const mediaRoutes = (app: App) => [
  route(
    media,
    ({ params, actor }) => readMedia(app, actor, params.id, { detail: true }),
    forMember(app, (one: Media) => [one]),
  ),

  route(updateMedia, async (call) => {
    const actor = signedIn(call);
    const { id } = call.params;
    const { dontNotify = false } = call.query;
    const asked = requestedChanges(call.body);
    const { edit: texts, curation, pinned } = asked;
    return transaction(app.db, async (tx) => {
      if (pinned === true) await lockPin(tx);
      const row = await lockVisible(tx, actor, id);
      const role = roleFor(actor, row, asked);
      const before = publicationOf(row);
      const events: PublicationEvent[] = [];
      const placement = curation === null ? {} : await placementOf(tx, curation);
      if (texts !== null) events.push(...edit(before, texts, role));
      if (curation !== null) {
        const { curationStats: scores } = curation;
        if (isFirstVerdict(before, scores, dontNotify)) events.push(...firstVerdict(before, scores, placement, role));
        else events.push(...changeOfVerdict(scores, placement));
      }
      if (pinned !== null) events.push(...pin(before, pinned));
      if (texts !== null) await writeTexts(tx, id, texts);
      const change = { row, events, actorId: actor.userId, words: curation?.curationMessage, notify: !dontNotify };
      if (events.length > 0) await changePublication(app, tx, change);
      return readMedia(app, actor, id, { detail: true, db: tx });
    });
  }),

  route(deleteMedia, async (call) => {
    const { id } = call.params;
    const actor = signedIn(call);
    const failed = await transaction(app.db, async (tx) => {
      const row = await lockVisible(tx, actor, id);
      if (!isOwner(actor, row) && !isAdmin(actor)) throw forbidden('Only its owner may delete this media.');
      await markForDeletion(tx, prefixesOf(id));
      await deleteMediaRow(tx, id);
      if (countsForChef(publicationOf(row))) await recountMasterChef(tx, row.musician_id, app.env.MASTER_CHEF_ITEMS);
      await mediaChanged(tx, id);
      return row.status === 'failed';
    });
    // It took no place of the plan, so it may not wait on the disk for its quarantine either.
    if (failed) for (const prefix of prefixesOf(id)) await app.storage.remove(prefix);
    return { id, deleted: true as const };
  }),
];
