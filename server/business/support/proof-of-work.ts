import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { SolvedChallenge } from '@scoville/contract/platform/http/captcha.ts';
import type { Db } from '../../platform/db/connection.ts';
import { secret } from '../../platform/db/secrets.ts';

/**
 * Work per message for the browser: up to 1,500 keys of 1,000 rounds, about a second on a phone. The server derives one
 * key per challenge, and compares two signatures when the solution arrives.
 */
const ROUNDS = 1000;
const KEYS = [500, 1500] as const;
/** Minutes for writing a message, after which its challenge expires. */
const GOOD_FOR = 30;

const secretsOf = async (db: Db) => ({
  hmacSignatureSecret: await secret(db, 'captcha'),
  hmacKeySignatureSecret: await secret(db, 'captcha-key'),
});

/** A new signed challenge. The server doesn't store it. */
export const newChallenge = async (db: Db) =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: ROUNDS,
    counter: randomInt(...KEYS),
    expiresAt: new Date(Date.now() + GOOD_FOR * 60_000),
    deriveKey,
    ...(await secretsOf(db)),
  });

/**
 * The solved challenge in a form's text if this server made it, it hasn't expired, and it's correct; otherwise null.
 */
export async function solvedIn(db: Db, text: string): Promise<SolvedChallenge | null> {
  const solved = SolvedChallenge.safeParse(parsed(text));
  if (!solved.success) return null;
  const { verified } = await verifySolution({ ...solved.data, deriveKey, ...(await secretsOf(db)) });
  return verified ? solved.data : null;
}

/** Uses up a solved challenge, in the transaction of the form that it was solved for; returns false if already used. */
export async function spend(tx: Db, { challenge }: SolvedChallenge): Promise<boolean> {
  const rows = await tx`
    insert into spent_challenges (signature, expires_at)
    values (${Buffer.from(challenge.signature ?? '', 'hex')}, ${new Date((challenge.parameters.expiresAt ?? 0) * 1000)})
    on conflict do nothing returning 1`;
  return rows.length > 0;
}

/** Deletes used challenges after their expiry, when they are invalid anyway. */
export async function deleteEndedChallenges(db: Db): Promise<void> {
  await db`delete from spent_challenges where expires_at < now()`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
  } catch {
    return null;
  }
}
