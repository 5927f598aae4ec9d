import type { Db, Tx } from '../../platform/db/connection.ts';
import { port } from '../../ports.ts';

/** Mail that an address gets without an account. The domain that writes it gives one, listed in app.ts. */
export interface GuestMail {
  /** The address as it is mailed, its case aside the one that is asked about; null where it gets no such mail. */
  findAddress(db: Db, email: string): Promise<string | null>;
  /** Stops such mail to the address. */
  stop(tx: Tx, email: string): Promise<void>;
}

export const guestMails = port<GuestMail>('mails to guests');
