import type { Db } from '../../platform/db/connection.ts';
import { isSuspended } from '../../accounts/users/suspension.queries.ts';

/** Why a member of a pool is not drawn. */
export type Reason =
  /** No longer certified, suspended or deleted. */
  | 'left'
  | 'owner'
  /** Paused, or absent today. */
  | 'absent'
  /** Has as many other open reviews as one reviewer may have. */
  | 'busy'
  /** Same band, a follow, recent messages, or a conflict that the reviewer declared. */
  | 'conflict'
  /** Does not judge this genre or mood. */
  | 'excluded'
  /** Had one of this musician's last two submissions. */
  | 'recent'
  /** Has not been at the desk since another review was drawn for them, which somebody else has now. */
  | 'lapsed'
  /** Had this review already. */
  | 'before';

/** What is drawn for. */
export interface Submission {
  mediaId: string;
  musicianId: string;
  /** Reviewers who had this review already. */
  before: readonly string[];
}

export interface Rules {
  /** Most open reviews of one reviewer; 0 for no limit. */
  loadCap: number;
  /** Messages of so many days are a conflict. */
  messageDays: number;
  /** Whether the rules of `OPTIONAL` hold. */
  areAll: boolean;
}

/** The rules that an installation can switch off together. */
const OPTIONAL: readonly Reason[] = ['conflict', 'excluded', 'recent', 'lapsed'];

/** Earlier submissions of the same musician whose reviewers are avoided. */
const RECENT_SUBMISSIONS = 2;

/**
 * All reasons against each of these accounts, in the order of the ids. Reads a few index entries for each account and
 * none of the others.
 */
export async function reasonsAgainst(
  db: Db,
  ids: readonly string[],
  { mediaId, musicianId, before }: Submission,
  { loadCap, messageDays, areAll }: Rules,
): Promise<Reason[][]> {
  const hasWritten = (from: 'u' | 'owner') => db`exists (
    select 1 from messages w where w.conversation_id = mine.conversation_id
      and w.from_id = ${from === 'u' ? db`u.id` : db`${musicianId}`}
      and w.created_at > now() - make_interval(days => ${messageDays}))`;
  const rows = await db<{ reasons: Reason[] }[]>`
    with submission as (
      select m.genre_slugs || array(select lower(tag) from unnest(m.tags) tag)
          || array(select c.slug from categories c where c.id in (m.genre_id, m.mood_id)) as words
      from media m where m.id = ${mediaId}
    ), recent as (
      select coalesce(r.decided_by, r.reviewer_id) as id
      from (select id from media where musician_id = ${musicianId} and first_submitted_at is not null and id <> ${mediaId}
            order by first_submitted_at desc limit ${RECENT_SUBMISSIONS}) m
      cross join lateral (select * from reviews r where r.media_id = m.id and r.opened_at is not null
                          order by r.opened_at desc limit 1) r
    )
    select array_remove(array[
      case when u.id is null or u.deleted_at is not null or not (u.is_curator or u.role = 'admin')
        or ${isSuspended(db, 'u.id')} then 'left' end,
      case when u.id = ${musicianId} then 'owner' end,
      case when s.paused or exists (select 1 from reviewer_absences a
        where a.user_id = u.id and now()::date between a.first_day and a.last_day) then 'absent' end,
      case when ${loadCap} > 0 and (select count(*) from (select 1 from reviews r
        where r.reviewer_id = u.id and r.decided_at is null and r.media_id <> ${mediaId} limit ${loadCap}) open) >= ${loadCap} then 'busy' end,
      case when exists (select 1 from reviewer_conflicts c where c.user_id = u.id and c.musician_id = ${musicianId})
        or exists (select 1 from follows f where f.subscriber_id = u.id and f.musician_id = ${musicianId})
        or exists (select 1 from follows f where f.subscriber_id = ${musicianId} and f.musician_id = u.id)
        or exists (select 1 from bands mine join bands theirs on lower(theirs.name) = lower(mine.name)
          where mine.user_id = ${musicianId} and theirs.user_id = u.id)
        or exists (select 1 from conversation_members mine
          join conversation_members theirs on theirs.conversation_id = mine.conversation_id and theirs.user_id = u.id
          where mine.user_id = ${musicianId} and mine.latest_at > now() - make_interval(days => ${messageDays})
            and (${hasWritten('u')} or ${hasWritten('owner')})) then 'conflict' end,
      case when s.excluded && (select words from submission) then 'excluded' end,
      case when u.id in (select id from recent) then 'recent' end,
      case when s.lapsed_at is not null then 'lapsed' end,
      case when u.id = any(${[...before]}::uuid[]) then 'before' end
    ], null) as reasons
    from unnest(${[...ids]}::uuid[]) with ordinality as wanted(id, place)
    left join users u on u.id = wanted.id
    left join reviewer_settings s on s.user_id = u.id
    order by wanted.place`;
  return rows.map(({ reasons }) => (areAll ? reasons : reasons.filter((reason) => !OPTIONAL.includes(reason))));
}

/**
 * Stores that a reviewer did not come in time for a review, if the reviewer has not been at the desk since the review was
 * drawn. Others have too much to do, which is not a reason to draw them less.
 */
export async function noteLapse(tx: Db, reviewId: string, reviewerId: string): Promise<void> {
  await tx`
    insert into reviewer_settings (user_id, lapsed_at)
    select ${reviewerId}, now() from reviews r left join reviewer_settings s on s.user_id = ${reviewerId}
    where r.id = ${reviewId} and coalesce(s.seen_at < r.drawn_at, true)
    on conflict (user_id) do update set lapsed_at = coalesce(reviewer_settings.lapsed_at, now())`;
}

/** Stores that a reviewer is at the desk. */
export async function notePresence(db: Db, reviewerId: string): Promise<void> {
  await db`
    insert into reviewer_settings (user_id, seen_at) values (${reviewerId}, now())
    on conflict (user_id) do update set seen_at = now(), lapsed_at = null
      where reviewer_settings.lapsed_at is not null
        or coalesce(reviewer_settings.seen_at < now() - interval '1 hour', true)`;
}
