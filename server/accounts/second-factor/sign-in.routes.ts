import { finishSecondFactor, secondFactorChoice } from '@scoville/contract/accounts/second-factor.ts';
import type { Body } from '@scoville/contract/platform/http/endpoint.ts';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../platform/app-context.ts';
import { clearPendingToken, pendingToken } from '../auth/pending-cookie.ts';
import { type Pending, countTry, endPending, findPending, setChallenge } from '../auth/pending-sign-ins.queries.ts';
import { beginSession, setSession } from '../auth/session.ts';
import { transaction } from '../../platform/db/connection.ts';
import { HttpError, badRequest, unauthorized } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { presentMe } from '../../community/own-account/me.present.ts';
import { findMe } from '../../community/own-account/me.queries.ts';
import { authenticationOptions, readAnswer } from './passkeys.ts';
import { hashCode } from './recovery-codes.ts';
import {
  findFactors,
  findTotp,
  lockAccount,
  markPasskeyUsed,
  consumeRecoveryCode,
  useTotpStep,
} from './second-factor.queries.ts';
import { matchStep } from './totp.ts';

const OVER = 'This sign-in has expired. Enter your email and password again.';
const WRONG = {
  code: 'This code is wrong, or was used already.',
  recoveryCode: 'This recovery code is wrong, or was used already.',
  passkey: 'This passkey could not be checked. Try again, or use another way.',
};
/**
 * Codes of the app per account and hour, against guessing by an attacker who has the password: a code is one of only a
 * million. Recovery codes and passkeys are too long to guess.
 */
const CODES_AN_HOUR = 30;
const TRY_LATER = 'Too many codes were tried. Use a passkey or a recovery code, or try again in an hour.';

type Given = Body<typeof finishSecondFactor>;

export const signInRoutes = (app: App) => [
  route(secondFactorChoice, async ({ request }) => {
    const token = pendingToken(app, request);
    const pending = await findPending(app.db, token);
    if (pending === null) throw unauthorized(OVER);
    const { totp, passkeys } = await findFactors(app.db, pending.userId);
    if (passkeys.length === 0) return { totp, passkey: null };
    const { options, challenge } = await authenticationOptions(app.env, passkeys);
    await setChallenge(app.db, token, challenge);
    return { totp, passkey: options };
  }),

  route(finishSecondFactor, async ({ body, request, reply }) => {
    const kinds = (['code', 'recoveryCode', 'passkey'] as const).filter((one) => body[one] !== undefined);
    const [kind] = kinds;
    if (kind === undefined || kinds.length > 1) throw badRequest('Give one of code, recoveryCode and passkey.');
    const token = pendingToken(app, request);
    const pending = await countTry(app.db, token, kind === 'passkey');
    if (pending === null) throw unauthorized(OVER);
    if (!(await isRight(app, pending, body, request)))
      throw new HttpError(401, WRONG[kind], [{ field: kind, code: 'wrong_credentials', message: WRONG[kind] }]);
    // Of two simultaneous calls for one sign-in, only one succeeds. None does if the sign-in was ended in the meantime.
    const session = await transaction(app.db, async (tx) => {
      const isThere = await lockAccount(tx, pending.userId);
      return isThere && (await endPending(tx, token)) ? beginSession(app, tx, pending.userId, request, pending) : null;
    });
    if (session === null) throw unauthorized(OVER);
    clearPendingToken(app, reply);
    setSession(app, reply, session);
    return presentMe(await findMe(app.db, pending.userId), app.env);
  }),
];

/** Checks the second factor of a request, and uses it up. */
async function isRight({ db, env, limits, sealer }: App, pending: Pending, given: Given, request: FastifyRequest) {
  const { userId, challenge } = pending;
  if (given.code !== undefined) {
    await limits.strict.take(`second factor ${userId}`, CODES_AN_HOUR, 3600, TRY_LATER);
    const totp = await findTotp(db, userId);
    if (totp === null || !totp.confirmed) return false;
    const step = await matchStep(sealer.open(totp.sealed_secret, userId), given.code, totp.last_step);
    return step !== null && (await useTotpStep(db, userId, totp, step));
  }
  if (given.recoveryCode !== undefined) return consumeRecoveryCode(db, userId, hashCode(given.recoveryCode));
  if (given.passkey === undefined || challenge === null) return false;
  const { passkeys } = await findFactors(db, userId);
  const answer = await readAnswer({ env, log: request.log }, given.passkey, challenge, passkeys);
  if (answer === null) return false;
  await markPasskeyUsed(db, answer.key.id, answer.counter);
  return true;
}
