import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { SolvedChallenge } from '@scoville/contract/captcha.ts';
import type { Db } from '../db/connection.ts';
import { secret } from '../db/secrets.ts';

/**
 * What a browser works for: up to 1,500 keys of 1,000 rounds, about a second on a phone, for each message. The server makes
 * one key for a challenge, and compares two signatures when it comes back.
 */
const ROUNDS = 1000;
const KEYS = [500, 1500] as const;
/** Minutes in which a message is written. */
const GOOD_FOR = 30;

const secretsOf = async (db: Db) => ({
  hmacSignatureSecret: await secret(db, 'captcha'),
  hmacKeySignatureSecret: await secret(db, 'captcha-key'),
});

/** A new challenge, signed: nothing is kept of it. */
export const newChallenge = async (db: Db) =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: ROUNDS,
    counter: randomInt(...KEYS),
    expiresAt: new Date(Date.now() + GOOD_FOR * 60_000),
    deriveKey,
    ...(await secretsOf(db)),
  });

/** The solved challenge in a form's text, when it is one of ours, in time and right; null otherwise. */
export async function solvedIn(db: Db, text: string): Promise<SolvedChallenge | null> {
  const solved = SolvedChallenge.safeParse(parsed(text));
  if (!solved.success) return null;
  const { verified } = await verifySolution({ ...solved.data, deriveKey, ...(await secretsOf(db)) });
  return verified ? solved.data : null;
}

/** Uses a solved challenge up, in the transaction of what it was solved for; false when it was used before. */
export async function spend(tx: Db, { challenge }: SolvedChallenge): Promise<boolean> {
  const rows = await tx`
    insert into spent_challenges (signature, expires_at)
    values (${Buffer.from(challenge.signature ?? '', 'hex')}, ${new Date((challenge.parameters.expiresAt ?? 0) * 1000)})
    on conflict do nothing returning 1`;
  return rows.length > 0;
}

/** Forgets what is too old to be used anyway. */
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
