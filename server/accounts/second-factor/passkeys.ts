import * as z from 'zod';
import type { App } from '../../platform/app-context.ts';
import type { Env } from '../../platform/env.ts';
import type { PasskeyRow } from './second-factor.queries.ts';

/** The library's JSON types, as they are sent and received. */
type Json = Record<string, unknown>;

/** The relying party of passkeys: the host of PUBLIC_URL, restricted to pages of its origin. */
const partyOf = ({ PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>) => {
  const { hostname, origin } = new URL(PUBLIC_URL);
  return { expectedRPID: hostname, expectedOrigin: origin };
};

// Loaded on use, so that only users of passkeys wait for the library.
const library = () => import('@simplewebauthn/server');

const toDescriptors = (keys: readonly PasskeyRow[]) =>
  keys.map(({ credential_id: id, transports }) => ({ id, transports: transports as never[] }));

/** How a browser reaches the key, such as `internal`. A hint that the library returns unchanged. */
const Transports = z
  .array(z.string().regex(/^[a-z-]{1,20}$/))
  .max(10)
  .catch([]);

/** Options with which the browser creates a passkey. */
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
    // No attestation, because the product doesn't need to know the maker and model of a key.
    attestationType: 'none',
    excludeCredentials: toDescriptors(keys),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });
  return { options: options as unknown as Json, challenge: options.challenge };
}

/** The key that a browser created, or null if its response is invalid. */
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

/** Options with which the browser signs with one of these keys. */
export async function authenticationOptions(
  env: Env,
  keys: readonly PasskeyRow[],
): Promise<{ options: Json; challenge: string }> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: partyOf(env).expectedRPID,
    allowCredentials: toDescriptors(keys),
    userVerification: 'preferred',
  });
  return { options: options as unknown as Json, challenge: options.challenge };
}

/** Returns the key that signed the challenge, with its new counter; null if none did. */
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

/** The library throws on malformed and forged responses. Both count as not verified, and the log has the reason. */
const refusal = (log: App['log']) => (error: unknown) => {
  log.warn({ err: error }, 'a passkey was refused');
  return { verified: false as const, registrationInfo: undefined, authenticationInfo: { newCounter: 0 } };
};
