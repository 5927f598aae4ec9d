import type { ReportState } from '@scoville/contract/community/reports/report-state.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';

export interface TakedownRow {
  id: string;
  state: ReportState;
  decision_reason: string | null;
  changed_at: Date;
  counter_notice: string | null;
}

/** The latest case for which a media item is taken down; null if it isn't taken down. */
export async function findTakedown(db: Db, mediaId: string): Promise<TakedownRow | null> {
  const [row] = await db<TakedownRow[]>`
    select c.id, c.state, c.decision_reason, c.changed_at, c.counter_notice
    from report_cases c join media m on m.id = c.subject_id and m.taken_down_at is not null
    where c.subject_kind = 'media' and c.subject_id = ${mediaId} and c.state in ('removed', 'countered', 'upheld')
    order by c.created_at desc limit 1`;
  return row ?? null;
}

/** Returns a case to the administrators, with the owner's counter-notice. */
export async function writeCounterNotice(tx: Tx, caseId: string, words: string): Promise<void> {
  await tx`
    update report_cases set state = 'countered', counter_notice = ${words}, countered_at = now(), changed_at = now()
    where id = ${caseId}`;
}

/** When the uploader of a media item confirmed to hold the rights to its current file; null if the uploader wasn't asked. */
export async function rightsConfirmedAt(db: Db, mediaId: string): Promise<Date | null> {
  const [row] = await db<{ at: Date | null }[]>`
    select u.rights_confirmed_at as at from media m join uploads u on u.source_id = m.source_id where m.id = ${mediaId}`;
  return row?.at ?? null;
}

export interface Claimant {
  name: string;
  email: string;
}

/** Stores a takedown request: one per address and case, so a repeated request replaces the first. */
export async function writeRequest(tx: Tx, caseId: string, claimant: Claimant, words: string): Promise<void> {
  await tx`
    insert into reports (id, case_id, claimant, reason, words)
    values (${newId()}, ${caseId}, ${tx.json({ ...claimant })}, 'rights', ${words})
    on conflict (case_id, lower(claimant ->> 'email')) where claimant is not null
    do update set words = excluded.words, claimant = excluded.claimant`;
}
