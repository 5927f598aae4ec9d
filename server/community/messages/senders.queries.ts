import type { Tx } from '../../platform/db/connection.ts';

/** Serializes the messages of an account, so that each check includes the messages before it. */
export async function lockSender(tx: Tx, userId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`messages ${userId}`}, 0))`;
}

/**
 * The fingerprints of an account's messages of the last `seconds`, each with its conversation; the latest `limit` of
 * them.
 */
export const listFingerprints = (
  tx: Tx,
  fromId: string,
  { seconds, limit }: { seconds: number; limit: number },
): Promise<{ convoId: string; fingerprint: Buffer }[]> =>
  tx<{ convoId: string; fingerprint: Buffer }[]>`
    select conversation_id as "convoId", fingerprint from messages
    where from_id = ${fromId} and created_at > now() - make_interval(secs => ${seconds}) and fingerprint is not null
    order by created_at desc limit ${limit}`;

/** Members of any of these conversations, without the given account. */
export const findOthers = async (tx: Tx, userId: string, convoIds: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await tx<{ id: string }[]>`
        select distinct user_id as id from conversation_members
        where conversation_id = any(${[...convoIds]}::uuid[]) and user_id <> ${userId}`
    ).map(({ id }) => id),
  );
