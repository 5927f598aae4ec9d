import type { Env } from '../env.ts';

/**
 * May an account's address be told what happens to the account? Where mail is sent only once somebody confirmed it: whoever
 * signs up with a stranger's address could have that stranger mailed by signing in, linking and choosing passwords.
 */
export const mayBeTold = ({ env }: { env: Pick<Env, 'SMTP_URL'> }, isVerified: boolean): boolean =>
  isVerified || env.SMTP_URL === null;
