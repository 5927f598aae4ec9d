import type { Env } from '../env.ts';

/**
 * True if an account's address may get mail about the account. Where mail is sent, the address must be confirmed first.
 * Otherwise anyone could sign up with a stranger's address, and cause mail to it by signing in, linking accounts and
 * changing passwords.
 */
export const canMailAccount = ({ env }: { env: Pick<Env, 'SMTP_URL'> }, isVerified: boolean): boolean =>
  isVerified || env.SMTP_URL === null;
