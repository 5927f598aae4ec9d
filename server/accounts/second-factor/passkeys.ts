import * as z from 'zod';
import type { App } from '../../app-context.ts';
import type { Env } from '../../env.ts';
import type { PasskeyRow } from './second-factor.queries.ts';

/** The library's JSON types, as they cross the wire. */
type Json = Record<string, unknown>;

/** Whom a passkey belongs to: the host of PUBLIC_URL, and pages of its origin alone. */
const partyOf = ({ PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>) => {
  const { hostname, origin } = new URL(PUBLIC_URL);
  return { expectedRPID: hostname, expectedOrigin: origin };
};

// Only who uses a passkey waits for the library.
const library = () => import('@simplewebauthn/server');

const known = (keys: readonly PasskeyRow[]) =>
  keys.map(({ credential_id: id, transports }) => ({ id, transports: transports as never[] }));

/** How a browser reaches the key, such as `internal`: a hint that the library passes on as it came. */
const Transports = z
  .array(z.string().regex(/^[a-z-]{1,20}$/))
  .max(10)
  .catch([]);

/** What the browser asks a new passkey for. */
export async function newKeyOptions(
  env: Env,
  { id, email, name }: { id: string; email: string; name: string },
  keys: readonly PasskeyRow[],
): Promise<{ options: Json; challenge: string }> {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: env.PRODUCT_NAME,
    rpID: partyOf(env).expectedRPID,
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: name,
    // Which make of key it is, is nobody's business.
    attestationType: 'none',
    excludeCredentials: known(keys),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });
  return { options: options as unknown as Json, challenge: options.challenge };
}

/** The key that a browser made, or null when its answer is not to be trusted. */
export async function readNewKey(
  { env, log }: Pick<App, 'env' | 'log'>,
  response: Json,
  challenge: string,
): Promise<Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports'> | null> {
  const { verifyRegistrationResponse } = await library();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: response as never,
    expectedChallenge: challenge,
    ...partyOf(env),
    requireUserVerification: false,
  }).catch(refusal(log));
  if (!verified || registrationInfo === undefined) return null;
  const { id, publicKey, counter, transports } = registrationInfo.credential;
  return { credential_id: id, public_key: publicKey, counter, transports: Transports.parse(transports) };
}

/** What the browser asks one of these keys for. */
export async function askOptions(env: Env, keys: readonly PasskeyRow[]): Promise<{ options: Json; challenge: string }> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: partyOf(env).expectedRPID,
    allowCredentials: known(keys),
    userVerification: 'preferred',
  });
  return { options: options as unknown as Json, challenge: options.challenge };
}

/** Which of these keys signed the challenge, with its new counter; null when none did. */
export async function readAnswer(
  { env, log }: Pick<App, 'env' | 'log'>,
  response: Json,
  challenge: string,
  keys: readonly PasskeyRow[],
): Promise<{ key: PasskeyRow; counter: number } | null> {
  const key = keys.find(({ credential_id: id }) => id === response['id']);
  if (key === undefined) return null;
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as never,
    expectedChallenge: challenge,
    ...partyOf(env),
    credential: {
      id: key.credential_id,
      publicKey: new Uint8Array(key.public_key),
      counter: key.counter,
      transports: key.transports as never[],
    },
    requireUserVerification: false,
  }).catch(refusal(log));
  return verified ? { key, counter: authenticationInfo.newCounter } : null;
}

/** The library throws at what is malformed or forged: both mean no, and the log says which. */
const refusal = (log: App['log']) => (error: unknown) => {
  log.warn({ err: error }, 'a passkey was refused');
  return { verified: false as const, registrationInfo: undefined, authenticationInfo: { newCounter: 0 } };
};
