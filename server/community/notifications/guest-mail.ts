import type { Db, Tx } from '../../platform/db/connection.ts';
import { port } from '../../platform/ports.ts';

/** Mail to addresses without an account. Each domain that writes such mail provides one, listed in app.ts. */
export interface GuestMail {
  /** The stored spelling of this address, compared without case; null if the address gets no such mail. */
  findAddress(db: Db, email: string): Promise<string | null>;
  /** Stops such mail to the address. */
  stop(tx: Tx, email: string): Promise<void>;
}

export const guestMails = port<GuestMail>('mails to guests');
