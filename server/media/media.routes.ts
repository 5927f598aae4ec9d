import { deleteMedia, updateMedia } from '@scoville/contract/media-edit.ts';
import { mediaPositions } from '@scoville/contract/media-positions.ts';
import { type Media, media } from '@scoville/contract/media.ts';
import type { App } from '../app-context.ts';
import { recordAct } from '../audit/audit.queries.ts';
import { changeMedia } from '../curation/change-media.ts';
import { removeMedia } from '../curation/remove-media.ts';
import { transaction } from '../db/connection.ts';
import { forbidden, invalid, notFound } from '../http/errors.ts';
import { route, signedIn } from '../http/route.ts';
import { findUser } from '../users/users.queries.ts';
import { forMember } from './for-member.ts';
import { canSortMedia, isAdmin } from './media.policy.ts';
import { readMedia } from './media.read.ts';
import { writePlaylistPositions, writePositions } from './media.writes.ts';

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
    return transaction(app.db, async (tx) => {
      await changeMedia(app, tx, actor, { id, body: call.body, dontNotify });
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
    const afterwards = await transaction(app.db, (tx) => removeMedia(app, tx, signedIn(call), id));
    await afterwards?.();
    return { id, deleted: true as const };
  }),
];
