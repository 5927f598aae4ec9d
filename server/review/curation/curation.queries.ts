import type { Publication } from '@scoville/contract/catalogue/media/publication.ts';
import type { Db } from '../../platform/db/connection.ts';

/** The id of a genre or mood by id or slug, or null. */
export async function findCategoryId(db: Db, kind: 'genre' | 'mood', idOrSlug: string): Promise<string | null> {
  const [row] = await db<{ id: string }[]>`
    select id from categories where kind = ${kind} and (id::text = ${idOrSlug} or slug = ${idOrSlug})`;
  return row?.id ?? null;
}

/** Values that a change of publication writes in addition to the state. */
export interface Decided {
  /** Null for a reviewer whose account was deleted. */
  actorId: string | null;
  /** The comment or reason; undefined leaves the present one. */
  words: string | null | undefined;
  /** The verdict or its scores are new. */
  isVerdict: boolean;
  /** A reviewer or administrator gave a verdict, or changed any part of one. */
  isJudged: boolean;
  /** An administrator reopened the review, so its waiting time starts again. */
  isFreshReview: boolean;
}

/**
 * Hours after its publication within which the owner may take a song or video back, once, as if it had not been
 * published.
 */
const TAKE_BACK_HOURS = 24;

/**
 * Writes a state with its times: each time is set when its part of the state begins, kept while that lasts, and cleared
 * when it ends. The caller holds the row's lock.
 */
export async function writePublication(tx: Db, id: string, state: Publication, decided: Decided): Promise<void> {
  const { actorId, words, isVerdict, isJudged, isFreshReview } = decided;
  const { verdict } = state;
  const decides = isVerdict && verdict !== null;
  const hides = tx`(published and not ${state.published})`;
  const takesBack = tx`(${hides} and not ${state.takenDown} and musician_id = ${actorId} and taken_back_at is null
    and published_at > now() - make_interval(hours => ${TAKE_BACK_HOURS}))`;
  await tx`
    update media set
      published = ${state.published},
      published_at = case when ${state.published} then coalesce(published_at, published_before_hiding, now()) end,
      published_before_hiding = case
        when ${state.published} or ${takesBack} then null
        else coalesce(published_at, published_before_hiding) end,
      taken_back_at = case when ${takesBack} then now() else taken_back_at end,
      allow_curation = ${state.allowCuration},
      -- A private link is for what was not public yet: it ends with that, and never brings back what is hidden later.
      link_id = case when not ${state.published || state.takenDown} then link_id end,
      link_made_at = case when not ${state.published || state.takenDown} then link_made_at end,
      first_submitted_at = case
        when ${isFreshReview} then now()
        when ${state.allowCuration} then coalesce(first_submitted_at, now())
        else first_submitted_at end,
      verdict = ${verdict},
      storytelling = ${state.scores?.storytelling ?? null},
      execution = ${state.scores?.execution ?? null},
      thumbnail_art = ${state.scores?.thumbnailArt ?? null},
      curation_message = case when ${words !== undefined} then ${words ?? null} else curation_message end,
      genre_id = ${state.genre},
      genre_curated_at = case
        when ${state.genre}::uuid is null then null
        when genre_id is not distinct from ${state.genre}::uuid then genre_curated_at
        else now() end,
      mood_id = ${state.mood},
      mood_curated_at = case
        when ${state.mood}::uuid is null then null
        when mood_id is not distinct from ${state.mood}::uuid then mood_curated_at
        else now() end,
      allow_perfectly_seasoned = ${state.allowPerfectlySeasoned},
      pinned = ${state.pinned},
      pinned_at = case when ${state.pinned} then coalesce(pinned_at, now()) end,
      curated_by = case when ${verdict === null} then null when ${decides} then ${actorId}::uuid else curated_by end,
      curated_at = case when ${verdict === null} then null when ${isJudged} then now() else curated_at end,
      rejected_by = case
        when ${verdict !== 'rejected'} then null
        when rejected_at is null then ${actorId}::uuid
        else rejected_by end,
      rejected_at = case when ${verdict === 'rejected'} then coalesce(rejected_at, now()) end,
      updated_at = now()
    where id = ${id}`;
}

/**
 * Only one song or video can be pinned (Certified Hot), so this lock makes changes of the pin wait for each other. Take
 * it before any row's lock.
 */
export async function lockPin(tx: Db): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('pinned media', 0))`;
}

/** Unpins the song or video that is pinned instead, if any; returns its id. */
export async function unpinOthers(tx: Db, id: string): Promise<string | null> {
  const [row] = await tx<{ id: string }[]>`
    update media set pinned = false, pinned_at = null, updated_at = now() where pinned and id <> ${id} returning id`;
  return row?.id ?? null;
}

/**
 * Recounts a musician's published, approved media of 90 or more, and writes whether they make the musician a Master
 * Chef. The account's row is locked first, so that two simultaneous verdicts both count.
 */
export async function recountMasterChef(tx: Db, musicianId: string, items: number): Promise<void> {
  await tx`select 1 from users where id = ${musicianId} for no key update`;
  await tx`
    update users u set is_master_chef = counted.n >= ${items}
    from (select count(*) as n from media
          where musician_id = ${musicianId} and verdict = 'curated' and score_sum >= 270 and published) counted
    where u.id = ${musicianId} and u.is_master_chef <> (counted.n >= ${items})`;
}
