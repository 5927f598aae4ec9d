import { mediaByLink } from '@scoville/contract/catalogue/media/linked-media.ts';
import { makePrivateLink, privateLink, removePrivateLink } from '@scoville/contract/catalogue/media/private-links.ts';
import type { App } from '../../platform/app-context.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { conflict, forbidden, notFound } from '../../platform/http/errors.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { isOwner, linkRefusal } from './media.policy.ts';
import { findMedia } from './media.queries.ts';
import { findMediaFor } from './media.read.ts';
import { findVisible, lockVisible } from './media.visible.ts';
import { presentLink, limitTries, writeLink } from './private-link.ts';

const NOT_YOURS = 'Only its owner may do this.';

export const privateLinksRoutes = (app: App) => {
  /** Changes the link of one of the actor's media, and returns the new state. */
  const change = (actor: Actor, id: string, hasLink: boolean) =>
    transaction(app.db, async (tx: Tx) => {
      const row = await lockVisible(tx, actor, id);
      if (!isOwner(actor, row)) throw forbidden(NOT_YOURS);
      const refusal = hasLink ? linkRefusal(row) : null;
      if (refusal !== null) throw conflict(refusal);
      await writeLink(tx, id, hasLink);
      const changed = await findMedia(tx, id);
      if (changed === null) throw notFound('This media');
      return presentLink(app, tx, changed);
    });
  return [
    route(privateLink, async (call) => {
      const actor = signedIn(call);
      const row = await findVisible(app.db, actor, call.params.id);
      if (!isOwner(actor, row)) throw forbidden(NOT_YOURS);
      return presentLink(app, app.db, row);
    }),

    route(makePrivateLink, (call) => change(signedIn(call), call.params.id, true)),

    route(removePrivateLink, (call) => change(signedIn(call), call.params.id, false)),

    route(mediaByLink, async ({ params: { id, token }, actor, request }) => {
      await limitTries(app, actor, request);
      const media = await findMediaFor(app, actor, id, { detail: true, token });
      if (media === null) throw notFound('This media');
      return media;
    }),
  ];
};
