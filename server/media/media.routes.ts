import { deleteMedia, updateMedia } from '@scoville/contract/media-edit.ts';
import { mediaPositions } from '@scoville/contract/media-positions.ts';
import { type Media, media } from '@scoville/contract/media.ts';
import type { PublicationEvent } from '@scoville/contract/publication.ts';
import type { App } from '../app-context.ts';
import { changedFields, recordAct } from '../audit/audit.queries.ts';
import { changePublication, countsForChef } from '../curation/change-publication.ts';
import { changeOfVerdict, edit, firstVerdict, isFirstVerdict, pin } from '../curation/commands.ts';
import { lockPin, recountMasterChef } from '../curation/curation.queries.ts';
import { placementOf, requestedChanges, roleFor } from '../curation/requested-changes.ts';
import { transaction } from '../db/connection.ts';
import { checkVerified } from '../http/actor.ts';
import { forbidden, invalid, notFound } from '../http/errors.ts';
import { route, signedIn } from '../http/route.ts';
import { markForDeletion } from '../storage/pending-deletions.ts';
import { findUser } from '../users/users.queries.ts';
import { forMember } from './for-member.ts';
import { mediaChanged } from './media.events.ts';
import { canSortMedia, isAdmin, isOwner, publicationOf } from './media.policy.ts';
import { readMedia } from './media.read.ts';
import { lockVisible } from './media.visible.ts';
import { deleteMediaRow, prefixesOf, writePlaylistPositions, writePositions, writeTexts } from './media.writes.ts';

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
      if (role === 'owner' && (texts?.published === true || texts?.allowCuration === true)) checkVerified(actor);
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
      if (!isOwner(actor, row) || curation !== null || pinned !== null)
        await recordAct(tx, actor, {
          act: 'changed-media',
          subject: { kind: 'media', id, name: row.title },
          details: changedFields({ ...call.body, ...call.body.curationStats }),
        });
      return readMedia(app, actor, id, { detail: true, db: tx });
    });
  }),

  route(mediaPositions, async (call) => {
    const actor = signedIn(call);
    const { scope, id, positions } = call.body;
    await transaction(app.db, async (tx) => {
      if (scope !== 'profile') {
        if (!isAdmin(actor)) throw forbidden('Only administrators may do this.');
        if ((await writePlaylistPositions(tx, scope, id, positions)) < positions.length)
          throw invalid('positions', `Not all of these media are of this ${scope}. Reload the page and try again.`);
        await recordAct(tx, actor, { act: 'ordered-playlist', subject: { kind: scope, id } });
        return;
      }
      const musician = await findUser(tx, id, true);
      if (musician === null) throw notFound('This musician');
      if (!canSortMedia(app.env, actor, musician))
        throw forbidden(
          actor.userId === id
            ? 'Your plan does not let you rearrange your music. Choose one that does.'
            : 'You can rearrange your own media only.',
        );
      if ((await writePositions(tx, id, positions)) < positions.length)
        throw invalid('positions', 'Not all of these media are of this musician. Reload the page and try again.');
      if (actor.userId !== id) await recordAct(tx, actor, { act: 'ordered-media', subject: { kind: 'user', id } });
    });
    return { positions };
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
      if (!isOwner(actor, row))
        await recordAct(tx, actor, { act: 'deleted-media', subject: { kind: 'media', id, name: row.title } });
      return row.status === 'failed';
    });
    // It took no place of the plan, so it may not wait on the disk for its quarantine either.
    if (failed) for (const prefix of prefixesOf(id)) await app.storage.remove(prefix);
    return { id, deleted: true as const };
  }),
];
