import type { Db } from '../db/connection.ts';
import { port } from '../ports.ts';

/** Asked before a mail is sent, which may have waited for days. The domain that writes it gives one, listed in app.ts. */
export interface MailCheck {
  /** The kind of the mails that it is asked about. */
  kind: string;
  /** Why this mail is to be sent no more, in words for administrators; null while it is. One indexed query. */
  reasonToCancel(db: Db, dedupeKey: string): Promise<string | null>;
}

export const mailChecks = port<MailCheck>('checks of mails');
