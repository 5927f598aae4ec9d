import type { Tx } from '../../platform/db/connection.ts';
import { type Letter, writeMail } from '../../platform/mail/write-mail.ts';
import { type TokenOf, storeToken, makeToken } from './mailed-tokens.ts';

/**
 * Mails a link that works once. The token is stored only if the mail is written, because the token of an unsent mail would
 * count towards the account's links.
 */
export async function mailLink(
  tx: Tx,
  of: TokenOf,
  letter: (token: string) => Omit<Letter, 'secret' | 'goodForHours'>,
): Promise<void> {
  const token = makeToken();
  const isWritten = await writeMail(tx, { ...letter(token), secret: token, goodForHours: of.hours });
  if (isWritten) await storeToken(tx, token, of);
}
