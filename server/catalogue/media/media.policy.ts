import type { MediaCan } from '@scoville/contract/catalogue/media/media.ts';
import { REARRANGE } from '@scoville/contract/accounts/plans.ts';
import {
  type ActingRole,
  type Publication,
  TAKEN_DOWN,
  allows,
} from '@scoville/contract/catalogue/media/publication.ts';
import type { Env } from '../../platform/env.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { planNamed } from '../../accounts/plans/plan-limits.ts';
import type { MediaRow } from './media.queries.ts';

/** A media item's row in the terms of the state machine. */
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
/** Certified reviewers and administrators. A reviewer can't review an own item, except as an administrator. */
export const isReviewer = (actor: Actor | null, row: { musician_id: string }): boolean =>
  isAdmin(actor) || (actor?.isCurator === true && !isOwner(actor, row));

/**
 * Viewers who see more fields of every item than the public does. Musicians see more fields only of their own items.
 */
export const isShownMore = (viewer: Actor | null): boolean => isAdmin(viewer) || viewer?.isCurator === true;

/** The role in which an actor changes the state of this item; null for an actor without a role. */
export function roleOn(actor: Actor | null, row: { musician_id: string }): ActingRole | null {
  if (isAdmin(actor)) return 'admin';
  if (isOwner(actor, row)) return 'owner';
  return isReviewer(actor, row) ? 'curator' : null;
}

/** Published and complete items are visible to all; the others to their owner and to administrators. */
export const canSee = (actor: Actor | null, row: MediaRow): boolean =>
  row.band !== null || isOwner(actor, row) || isAdmin(actor);

/** The reason why an item can't have a private link now, worded for its owner; null if it can have one. */
export function linkRefusal(row: MediaRow): string | null {
  if (row.taken_down_at !== null) return TAKEN_DOWN;
  if (row.source_id === null) return 'A private link can be made as soon as this media is processed.';
  return row.published ? 'This media is published: everybody can see it under its own address.' : null;
}

/** Whether the item's private link opens it. Callers must also check the viewer's token. */
export const canSeeByLink = (row: MediaRow): boolean => row.link_id !== null && linkRefusal(row) === null;

/** Owner, reviewer or administrator: sees fields that the public doesn't. */
export const isInsider = (actor: Actor | null, row: MediaRow): boolean => isOwner(actor, row) || isReviewer(actor, row);

const SOME_SCORES = { storytelling: 60, execution: 60, thumbnailArt: 60 };

/** The actions that this actor may take on this item now. */
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

/** Whether this actor may arrange a musician's media: the musician if the plan has that perk, and administrators. */
export const canSortMedia = (
  env: Pick<Env, 'PLANS' | 'DEFAULT_PLAN'>,
  actor: Actor | null,
  musician: { id: string; plan: string },
): boolean =>
  isAdmin(actor) || (actor?.userId === musician.id && planNamed(env, musician.plan).perks.includes(REARRANGE));
