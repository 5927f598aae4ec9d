import type { MediaCan } from '@scoville/contract/media.ts';
import { REARRANGE } from '@scoville/contract/plans.ts';
import { type ActingRole, type Publication, TAKEN_DOWN, allows } from '@scoville/contract/publication.ts';
import type { Env } from '../env.ts';
import type { Actor } from '../http/actor.ts';
import { planNamed } from '../plans/plan-limits.ts';
import type { MediaRow } from './media.queries.ts';

/** A media's row as the state machine knows it. */
export const publicationOf = (row: MediaRow): Publication => ({
  complete: row.source_id !== null,
  failed: row.source_id === null && row.next_status === 'failed',
  published: row.published,
  allowCuration: row.allow_curation,
  verdict: row.verdict,
  scores:
    row.storytelling === null || row.execution === null || row.thumbnail_art === null
      ? null
      : { storytelling: row.storytelling, execution: row.execution, thumbnailArt: row.thumbnail_art },
  genre: row.genre_id,
  mood: row.mood_id,
  allowPerfectlySeasoned: row.allow_perfectly_seasoned,
  pinned: row.pinned,
  takenDown: row.taken_down_at !== null,
});

export const isOwner = (actor: Actor | null, row: { musician_id: string }): boolean =>
  actor?.userId === row.musician_id;
export const isAdmin = (actor: Actor | null): boolean => actor?.role === 'admin';
/** Certified, or an administrator; nobody reviews an own media unless as an administrator. */
export const isReviewer = (actor: Actor | null, row: { musician_id: string }): boolean =>
  isAdmin(actor) || (actor?.isCurator === true && !isOwner(actor, row));

/** Is shown more of every media than the public is; musicians are of their own. */
export const isShownMore = (viewer: Actor | null): boolean => isAdmin(viewer) || viewer?.isCurator === true;

/** In whose name an actor moves this media through its life; null for everybody else. */
export function roleOn(actor: Actor | null, row: { musician_id: string }): ActingRole | null {
  if (isAdmin(actor)) return 'admin';
  if (isOwner(actor, row)) return 'owner';
  return isReviewer(actor, row) ? 'curator' : null;
}

/** Published and whole, or the viewer's own, or an administrator's business. */
export const canSee = (actor: Actor | null, row: MediaRow): boolean =>
  row.band !== null || isOwner(actor, row) || isAdmin(actor);

/** Why a media has no private link now, in words for its owner; null where it may have one. */
export function linkRefusal(row: MediaRow): string | null {
  if (row.taken_down_at !== null) return TAKEN_DOWN;
  if (row.source_id === null) return 'A private link can be made as soon as this media is processed.';
  return row.published ? 'This media is published: everybody can see it under its own address.' : null;
}

/** May whoever has the media's private link see it? Asked only where they were found to have it. */
export const canSeeByLink = (row: MediaRow): boolean => row.link_id !== null && linkRefusal(row) === null;

/** Owner, reviewer or administrator: may know what the public may not. */
export const isInsider = (actor: Actor | null, row: MediaRow): boolean => isOwner(actor, row) || isReviewer(actor, row);

const SOME_SCORES = { storytelling: 60, execution: 60, thumbnailArt: 60 };

/** What this actor may do with this media now. */
export function mediaCan(actor: Actor | null, row: MediaRow): MediaCan {
  const role = roleOn(actor, row);
  const media = publicationOf(row);
  const keeps = role === 'owner' || role === 'admin';
  const judges = role === 'curator' || role === 'admin';
  return {
    edit: keeps,
    delete: keeps,
    retry: keeps && row.next_status === 'failed' && row.next_keeps_original === true,
    replaceFile:
      isOwner(actor, row) && row.verdict === null && (row.next_status === null || row.next_status === 'failed'),
    publish: keeps && !media.published && allows(media, { type: 'publish' }),
    unpublish: keeps && media.published,
    submit: keeps && !media.allowCuration && allows(media, { type: 'submit', role }),
    reopen: role === 'admin' && allows(media, { type: 'reopen' }),
    curate: judges && allows(media, { type: 'curate', role, scores: SOME_SCORES }),
    update: judges && media.verdict !== null,
    reject: judges && allows(media, { type: 'reject', role }),
    pin: role === 'admin' && !media.pinned && allows(media, { type: 'pin' }),
    unpin: role === 'admin' && media.pinned,
  };
}

/** May this actor give the media of a musician an order? The musician, where the plan has that perk, and administrators. */
export const canSortMedia = (
  env: Pick<Env, 'PLANS' | 'DEFAULT_PLAN'>,
  actor: Actor | null,
  musician: { id: string; plan: string },
): boolean =>
  isAdmin(actor) || (actor?.userId === musician.id && planNamed(env, musician.plan).perks.includes(REARRANGE));
