import { type TrailEntry, reviewTrail } from '@scoville/contract/review/trail/trail.ts';
import { isAdmin, isOwner } from '../../catalogue/media/media.policy.ts';
import { findVisible } from '../../catalogue/media/media.visible.ts';
import type { App } from '../../platform/app-context.ts';
import { forbidden } from '../../platform/http/errors.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { type Entry, type TrailRow, findTrail } from './trail.queries.ts';

export const trailRoutes = ({ db }: App) => [
  route(reviewTrail, async (call) => {
    const actor = signedIn(call);
    const media = await findVisible(db, actor, call.params.id);
    if (!isOwner(actor, media) && !isAdmin(actor))
      throw forbidden('Only its musician and administrators may see how this media was reviewed.');
    const rows = await findTrail(db, media.id);
    return { entries: rows.map((row) => presentEntry(row, isAdmin(actor))) };
  }),
];

/** Musicians see the scores of approvals; those of rejections, and why others were not drawn, only administrators. */
function presentEntry({ entry: text, sealed, hash }: TrailRow, seesAll: boolean): TrailEntry {
  const { position, at, by, fact } = JSON.parse(text) as Entry;
  const isOpen = seesAll || ('outcome' in fact && fact.outcome === 'curated');
  return { position, at, by, fact, text, secret: isOpen ? sealed : null, hash: hash.toString('hex') };
}
