import type { Db } from '../db/connection.ts';
import { port } from '../ports.ts';

/**
 * Checks a mail before it is sent, because it may have waited for days. The domain that writes the mail provides the
 * check, which is listed in app.ts.
 */
export interface MailCheck {
  /** The kind of mails to check. */
  kind: string;
  /** The reason to cancel this mail, in words for administrators; null to send it. One indexed query. */
  reasonToCancel(db: Db, dedupeKey: string): Promise<string | null>;
}

export const mailChecks = port<MailCheck>('checks of mails');
