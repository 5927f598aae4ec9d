import type { CurationFields } from '@scoville/contract/curation.ts';
import { deleteMedia, updateMedia } from '@scoville/contract/media-edit.ts';
import { media } from '@scoville/contract/media.ts';
import type { App } from '../app-context.ts';
import { findCategoryId, lockPin, recountMasterChef } from '../curation/curation.queries.ts';
import { changePublication, countsForChef } from '../curation/change-publication.ts';
import { type Wishes, eventsOf, judges } from '../curation/wishes.ts';
import { type Db, transaction } from '../db/connection.ts';
import type { Actor } from '../http/actor.ts';
import { forbidden, invalid, notFound } from '../http/errors.ts';
import { type Call, route, signedIn } from '../http/route.ts';
import { markForDeletion } from '../storage/pending-deletions.ts';
import { mediaChanged } from './media.events.ts';
import { actsAs, canSee, isAdmin, isOwner, isReviewer, publicationOf } from './media.policy.ts';
import { presentMedia } from './media.present.ts';
import { type MediaRow, findMedia, findMediaDetail, lockMedia, readMedia } from './media.queries.ts';
import { deleteMediaRow, prefixesOf, writeTexts } from './media.writes.ts';

export const mediaRoutes = (app: App) => [
  route(media, async ({ params, actor }) => {
    const row = await findMedia(app.db, params.id);
    if (row === null || !canSee(actor, row)) throw notFound('This media');
    return presentMedia(app, row, actor, await findMediaDetail(app.db, row.shown_source_id));
  }),

  route(updateMedia, async (call) => {
    const actor = signedIn(call);
    const { params, query, body } = call;
    const { row, detail } = await transaction(app.db, async (tx) => {
      if (body.pinnedFavorite === true) await lockPin(tx);
      const row = await lockMedia(tx, params.id);
      if (row === null || !canSee(actor, row)) throw notFound('This media');
      const by = checkFields(actor, row, body);
      const wishes: Wishes = {
        ...body,
        genre: await choice(tx, 'genre', body.curatedGenre),
        mood: await choice(tx, 'mood', body.curatedMood),
        dontNotify: query.dontNotify === true,
      };
      const { title, description, productionType } = body;
      const events = eventsOf(publicationOf(row), wishes, by);
      await writeTexts(tx, row.id, { title, description, productionType, tags: body.tags?.map(({ text }) => text) });
      const change = { row, events, actorId: actor.userId, words: body.curationMessage, notify: !wishes.dontNotify };
      if (events.length > 0) await changePublication(app, tx, change);
      return readMedia(tx, params.id);
    });
    return presentMedia(app, row, actor, detail);
  }),

  route(deleteMedia, async (call) => {
    const { id } = call.params;
    const actor = signedIn(call);
    const failed = await transaction(app.db, async (tx) => {
      const row = await lockMedia(tx, id);
      if (row === null || !canSee(actor, row)) throw notFound('This media');
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

type Body = Call<typeof updateMedia>['body'];

const OWNERS = ['title', 'description', 'tags', 'productionType', 'published', 'allowCuration'] as const;

/** In whose name the call may change these fields; throws 403 for a field that is not this actor's. */
function checkFields(actor: Actor, row: MediaRow, body: Body) {
  const by = actsAs(actor, row);
  if (by === null) throw forbidden('Only its owner may change this media.');
  if (OWNERS.some((field) => body[field] !== undefined) && by === 'curator')
    throw forbidden('Only its owner may change this media.');
  const { curatedGenre, curatedMood } = body;
  if (judges({ ...body, genre: asked(curatedGenre), mood: asked(curatedMood), dontNotify: false }))
    if (!isReviewer(actor, row)) throw forbidden('Only certified reviewers may score or place this media.');
  if (body.pinnedFavorite !== undefined && by !== 'admin') throw forbidden('Only administrators may pin media.');
  return by;
}

type Choice = CurationFields['curatedGenre'];

const asked = (chosen: Choice): string | null | undefined =>
  typeof chosen === 'object' && chosen !== null ? chosen.id : chosen;

/** The id of a chosen genre or mood; null takes it away. Throws 400 when there is none. */
async function choice(db: Db, kind: 'genre' | 'mood', chosen: Choice): Promise<string | null | undefined> {
  const wanted = asked(chosen);
  if (wanted === undefined || wanted === null) return wanted;
  const id = await findCategoryId(db, kind, wanted);
  if (id === null) throw invalid(kind === 'genre' ? 'curatedGenre' : 'curatedMood', `There is no such ${kind}.`);
  return id;
}
