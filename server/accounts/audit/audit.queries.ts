import type { Act, AuditSubject } from '@scoville/contract/accounts/audit.ts';
import type { Db } from '../../platform/db/connection.ts';
import { containsPattern } from '../../platform/db/like.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Slice, TimePlace } from '../../platform/http/paging.ts';
import { type Named, matchesName, readByName } from '../users/names.queries.ts';
import { newId } from '../../platform/ids.ts';

/** Kinds that are stored without a name, because it would be an account's name, which must not outlive the account. */
type UnnamedSubject = 'user' | 'message' | 'post';

/** The subject of an act; `name` is its name at the time. */
export type Subject =
  | { kind: UnnamedSubject; id: string; name?: never }
  | { kind: Exclude<AuditSubject, UnnamedSubject>; id: string; name?: string };

interface Done {
  act: Act;
  subject: Subject;
  /** Settings, and the actor's own reason, but no text by the affected user. */
  details?: Record<string, string>;
}

/** Records an act in the transaction that performs it, so that neither exists without the other. */
export async function recordAct(tx: Db, actor: Actor, { act, subject, details = {} }: Done): Promise<void> {
  const row = {
    id: newId(),
    actor_id: actor.userId,
    act,
    subject_kind: subject.kind,
    subject_id: subject.id,
    subject_name: subject.name ?? null,
    details: tx.json(details),
  };
  await tx`insert into audit_log ${tx(row)}`;
}

/** The fields that a call changed: settings with their values, texts only by the names of their fields. */
export function changedFields(body: Record<string, unknown>): Record<string, string> {
  const given = Object.entries(body).filter(([, value]) => value !== undefined);
  const isSetting = (value: unknown) => value === null || typeof value === 'boolean' || typeof value === 'number';
  const settings = given.filter(([name, value]) => isSetting(value) || SHORT.has(name));
  const words = given.filter((one) => !settings.includes(one)).map(([name]) => name);
  return {
    ...Object.fromEntries(settings.map(([name, value]) => [name, String(value)])),
    ...(words.length > 0 && { changed: words.join(', ') }),
  };
}

/** Settings whose values are words that the product defines. */
const SHORT: ReadonlySet<string> = new Set(['role', 'plan']);

export interface AuditRow {
  id: string;
  created_at: Date;
  act: Act;
  actor_id: string;
  actor_name: string | null;
  subject_kind: AuditSubject;
  subject_id: string;
  subject_name: string | null;
  details: Record<string, string>;
}

interface WantedActs {
  /** A part of the subject's name, or words of the name of its account or of the acting account. */
  q: string | undefined;
  act: Act | undefined;
  actor: string | undefined;
}

/**
 * Selects acts by filters and words. Each of the three ways to match a word uses its own index, which an "or" would not
 * use.
 */
const foundActs = (db: Db, { q, act, actor }: WantedActs, named: Named | null) => {
  const matches = db`${act ? db`l.act = ${act}` : db`true`} and ${actor ? db`l.actor_id = ${actor}` : db`true`}`;
  if (!q || named === null) return db`select l.id, l.created_at from audit_log l where ${matches}`;
  return db`
    select l.id, l.created_at from audit_log l
    where lower(l.subject_name) like ${containsPattern(q.toLowerCase())} and ${matches}
    union select l.id, l.created_at from account_names n join audit_log l on l.actor_id = n.user_id
    where ${matchesName(db, named)} and ${matches}
    union select l.id, l.created_at from account_names n
    join audit_log l on l.subject_kind = 'user' and l.subject_id = n.user_id::text
    where ${matchesName(db, named)} and ${matches}`;
};

/** A page of the log, newest first. */
export const listActs = (
  db: Db,
  wanted: WantedActs & Slice<TimePlace>,
): Promise<{ rows: AuditRow[]; total: number }> =>
  wanted.q ? readByName(db, wanted.q, (named) => readActs(db, wanted, named)) : readActs(db, wanted, null);

async function readActs(
  db: Db,
  { after, skip, limit, ...wanted }: WantedActs & Slice<TimePlace>,
  named: Named | null,
): Promise<{ rows: AuditRow[]; total: number }> {
  const found = foundActs(db, wanted, named);
  const rows = await db<AuditRow[]>`
    with page as (
      select id from (${found}) found
      ${after === null ? db`` : db`where (created_at, id) < (${after[0]}::text::timestamptz, ${after[1]}::uuid)`}
      order by created_at desc, id desc limit ${limit} offset ${skip})
    select l.id, l.created_at, l.act, l.actor_id, a.display_name as actor_name, l.subject_kind, l.subject_id,
      coalesce(u.display_name, l.subject_name) as subject_name, l.details
    from page join audit_log l on l.id = page.id
    left join users a on a.id = l.actor_id and a.deleted_at is null
    left join users u on u.id = case when l.subject_kind = 'user' then l.subject_id::uuid end and u.deleted_at is null
    order by l.created_at desc, l.id desc`;
  const [count] = await db<{ n: number }[]>`select count(*)::int as n from (${found}) found`;
  return { rows, total: count?.n ?? 0 };
}
