import { endAllSessions } from '../accounts/auth/session.ts';
import { type Pool, transaction } from '../platform/db/connection.ts';
import { untilWaiting } from './waiting.ts';

/** Sends a call whose session ends while the call waits for its account's row. Returns the answer. */
export async function endingSessionMeanwhile<T>(db: Pool, userId: string, send: () => Promise<T>): Promise<T> {
  const { sent } = await transaction(db, async (tx) => {
    await tx`select 1 from users where id = ${userId} for update`;
    const sending = send();
    await untilWaiting(db, 1);
    await endAllSessions(tx, userId);
    return { sent: sending };
  });
  return sent;
}
