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
    const entries = rows.map(({ entry }) => JSON.parse(entry) as Entry);
    return { entries: rows.map((row, index) => presentEntry(row, isAdmin(actor) || isOpen(entries, index))) };
  }),
];

/**
 * Whether musicians see the secret part of an entry, too: the scores of approvals, and those of the readings that led to
 * one. Those of rejections, and why others were not drawn, only administrators see.
 */
function isOpen(entries: readonly Entry[], index: number): boolean {
  const fact = entries[index]?.fact;
  const verdict =
    fact?.kind === 'read' ? entries.slice(index).find((entry) => entry.fact.kind === 'judged')?.fact : fact;
  return verdict !== undefined && 'outcome' in verdict && verdict.outcome === 'curated';
}

function presentEntry({ entry: text, sealed, hash }: TrailRow, seesSecret: boolean): TrailEntry {
  const { position, at, by, fact } = JSON.parse(text) as Entry;
  return { position, at, by, fact, text, secret: seesSecret ? sealed : null, hash: hash.toString('hex') };
}
