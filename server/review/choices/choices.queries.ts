import type { ConflictReason, DeclaredConflict, ReviewChoices } from '@scoville/contract/review/choices/choices.ts';
import type { Absence } from '@scoville/contract/review/choices/absences.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';

interface Excluded {
  slug: string;
  name: string;
  kind: 'genre' | 'mood';
}

export interface StoredChoices {
  paused: boolean;
  absences: Absence[];
  excluded: Excluded[];
  conflicts: DeclaredConflict[];
  today: string;
}

/** A reviewer's choices, without absences that are over, categories that no longer exist, and deleted accounts. */
export async function findChoices(db: Db, userId: string): Promise<StoredChoices> {
  const [settings] = await db<{ paused: boolean; excluded: string[]; today: string }[]>`
    select coalesce(s.paused, false) as paused, coalesce(s.excluded, '{}') as excluded, now()::date::text as today
    from (values (1)) one left join reviewer_settings s on s.user_id = ${userId}`;
  const { paused, excluded, today } = settings!;
  const absences = await db<Absence[]>`
    select first_day::text as "firstDay", last_day::text as "lastDay" from reviewer_absences
    where user_id = ${userId} and last_day >= now()::date order by first_day`;
  const conflicts = await db<DeclaredConflict[]>`
    select u.id as "musicianId", u.display_name as "displayName", u.username, c.reason
    from reviewer_conflicts c join users u on u.id = c.musician_id and u.deleted_at is null
    where c.user_id = ${userId} order by lower(u.display_name), u.id`;
  return { paused, today, absences, excluded: await findCategories(db, excluded), conflicts };
}

/** The genres and moods with these slugs. A genre and a mood can have the same slug, which then means both. */
const findCategories = (db: Db, slugs: readonly string[]): Promise<Excluded[]> =>
  db<Excluded[]>`
    select slug, name, kind from categories where slug = any(${[...slugs]}::text[]) order by kind, position, id`;

/** The slugs among these that no genre and no mood has. */
export async function findUnknownSlugs(db: Db, slugs: readonly string[]): Promise<string[]> {
  const known = new Set((await findCategories(db, slugs)).map(({ slug }) => slug));
  return slugs.filter((slug) => !known.has(slug));
}

/** The ids among these without an account. The others can't be deleted until the transaction ends. */
export async function lockKnownAccounts(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from users where id = any(${[...ids]}::uuid[]) and deleted_at is null order by id for key share`;
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

/** Writes the reviewer's settings. Another change of the same reviewer waits until this transaction ends. */
export async function writeSettings(
  tx: Tx,
  userId: string,
  { paused, excluded }: Pick<ReviewChoices, 'paused' | 'excluded'>,
): Promise<void> {
  await tx`
    insert into reviewer_settings (user_id, paused, excluded) values (${userId}, ${paused}, ${excluded})
    on conflict (user_id) do update set paused = excluded.paused, excluded = excluded.excluded`;
}

/** Replaces the reviewer's absences by those that are not over. */
export async function replaceAbsences(tx: Tx, userId: string, absences: readonly Absence[]): Promise<void> {
  await tx`delete from reviewer_absences where user_id = ${userId}`;
  await tx`
    insert into reviewer_absences (user_id, first_day, last_day)
    select ${userId}, first_day, last_day
    from unnest(${absences.map(({ firstDay }) => firstDay)}::date[], ${absences.map(({ lastDay }) => lastDay)}::date[])
      absence (first_day, last_day)
    where last_day >= now()::date`;
}

/** Replaces the reviewer's conflicts. Those that stay keep the time at which they were declared. */
export async function replaceConflicts(
  tx: Tx,
  userId: string,
  conflicts: readonly { musicianId: string; reason: ConflictReason }[],
): Promise<void> {
  const ids = conflicts.map(({ musicianId }) => musicianId);
  const reasons = conflicts.map(({ reason }) => reason);
  await tx`delete from reviewer_conflicts where user_id = ${userId} and musician_id <> all(${ids}::uuid[])`;
  await tx`
    insert into reviewer_conflicts (user_id, musician_id, reason)
    select ${userId}, musician_id, reason from unnest(${ids}::uuid[], ${reasons}::text[]) conflict (musician_id, reason)
    on conflict (user_id, musician_id) do update set reason = excluded.reason`;
}
