import { deleteMedia, updateMedia } from '@scoville/contract/catalogue/media/media-edit.ts';
import { mediaPositions, moveAmongMedia } from '@scoville/contract/catalogue/media/media-positions.ts';
import { type Media, media } from '@scoville/contract/catalogue/media/media.ts';
import type { App } from '../../platform/app-context.ts';
import { recordAct } from '../../accounts/audit/audit.queries.ts';
import { administratorNow } from '../../accounts/auth/actor-now.ts';
import { changeSubmission } from '../../review/curation/change-submission.ts';
import { removeSubmission } from '../../review/curation/remove-submission.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { forbidden, invalid, notFound } from '../../platform/http/errors.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { findUser } from '../../accounts/users/users.queries.ts';
import { forMember } from './for-member.ts';
import { canSortMedia, isAdmin } from './media.policy.ts';
import { readMedia } from './media.read.ts';
import { movePosition, writePlaylistPositions, writePositions } from './media.writes.ts';

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
      await changeSubmission(app, tx, actor, { id, body: call.body, dontNotify });
      return readMedia(app, actor, id, { detail: true, db: tx });
    });
  }),

  route(mediaPositions, async (call) => {
    const { scope, id, positions } = call.body;
    await transaction(app.db, async (tx) => {
      await checkMayArrange(app, tx, call);
      const written =
        scope === 'profile'
          ? await writePositions(tx, id, positions)
          : await writePlaylistPositions(tx, scope, id, positions);
      if (written < positions.length)
        throw invalid(
          'positions',
          `Not all of these media are of this ${NAMES[scope]}. Reload the page and try again.`,
        );
      await recordArranged(app, tx, call);
    });
    return { positions };
  }),

  route(moveAmongMedia, async (call) => {
    const { id } = call.params;
    const { after } = call.body;
    const moved = await transaction(app.db, async (tx) => {
      await checkMayArrange(app, tx, call);
      const done = await movePosition(tx, call.body, id, after);
      if (done === null)
        throw invalid('after', `Both media must be of this ${NAMES[call.body.scope]}. Reload the page and try again.`);
      if (done === 'far')
        throw invalid('after', 'Too many media before this place have no order yet. Move it further to the front.');
      await recordArranged(app, tx, call);
      return done;
    });
    return { id, after, ...moved };
  }),

  route(deleteMedia, async (call) => {
    const { id } = call.params;
    const afterwards = await transaction(app.db, (tx) => removeSubmission(app, tx, signedIn(call), id));
    await afterwards?.();
    return { id, deleted: true as const };
  }),
];

const NAMES = { profile: 'musician', genre: 'genre', mood: 'mood' } as const;

type ArrangingCall = Parameters<typeof signedIn>[0] & { body: { scope: keyof typeof NAMES; id: string } };

/** Administrators arrange genres, moods and profiles; owners arrange their own profile if their plan has the perk. */
async function checkMayArrange(app: App, tx: Tx, call: ArrangingCall): Promise<void> {
  const actor = signedIn(call);
  const { scope, id } = call.body;
  if (scope !== 'profile') {
    if (!isAdmin(actor)) throw forbidden('Only administrators may do this.');
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
}

/** Records an administrator's arrangement. Users who are no longer administrators can only arrange their own media. */
async function recordArranged(app: App, tx: Tx, call: ArrangingCall): Promise<void> {
  const { userId } = signedIn(call);
  const { scope, id } = call.body;
  if (scope === 'profile' && userId === id) return;
  const actor = await administratorNow(app, tx, userId);
  if (scope === 'profile') await recordAct(tx, actor, { act: 'ordered-media', subject: { kind: 'user', id } });
  else await recordAct(tx, actor, { act: 'ordered-playlist', subject: { kind: scope, id } });
}
