import * as z from 'zod/mini';
import { endpoint } from '../platform/http/endpoint.ts';
import { FreshSignIn } from './auth/fresh-sign-in.ts';
import { Me } from './users/users.ts';
import { ById, Id, Time, requiredText } from '../platform/lib/values.ts';

/** The error code of a refused sign-in whose password was right: the second factor is required next. */
export const SECOND_FACTOR_ASKED = 'second_factor';

/**
 * WebAuthn's JSON (`PublicKeyCredentialCreationOptionsJSON` and its relatives); the libraries on both sides validate
 * it.
 */
const WebAuthnJson = z.record(z.string().check(z.maxLength(100)), z.unknown());

const code = 'Enter the six digits that your app shows.';
/** Six digits, with or without blanks between them. */
export const TotpCode = z.pipe(
  z.string(code),
  z.pipe(
    z.transform((text: string) => text.replaceAll(/\s/g, '')),
    z.string().check(z.regex(/^\d{6}$/, code)),
  ),
);

const recovery = 'Enter one of your recovery codes, as in ABCD-EFGH-JKLM-NPQR.';
/** Sixteen letters and digits, in upper or lower case, with or without dashes. */
export const RecoveryCode = z.pipe(
  z.string(recovery),
  z.pipe(
    z.transform((text: string) => text.replaceAll(/[\s-]/g, '').toUpperCase()),
    z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{16}$/, recovery)),
  ),
);

/** The second factors that can complete the pending sign-in. */
const SecondFactorChoice = z.object({
  totp: z.boolean(),
  /** The options with which the browser requests the passkey; null if the account has none. */
  passkey: z.nullable(WebAuthnJson),
});

export const secondFactorChoice = endpoint({
  method: 'GET',
  path: '/auth/second-factor',
  access: 'anyone',
  summary: 'List the second factors that can complete the sign-in that this browser began',
  reply: SecondFactorChoice,
});

export const finishSecondFactor = endpoint({
  method: 'POST',
  path: '/auth/second-factor',
  secret: true,
  access: 'anyone',
  summary: 'Complete a sign-in with an app’s code, a recovery code or a passkey, and start a session',
  body: z.object({
    code: z.optional(TotpCode),
    recoveryCode: z.optional(RecoveryCode),
    passkey: z.optional(WebAuthnJson),
  }),
  perMinute: 30,
  reply: Me,
});

export const Passkey = z.object({ id: Id, name: z.string(), createdOn: Time, lastUsedOn: z.nullable(Time) });
export type Passkey = z.infer<typeof Passkey>;

export const SecondFactor = z.object({
  totp: z.boolean(),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.int(),
  /** True if the operator requires a second factor of all administrators, and this account is one. */
  required: z.boolean(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

/** The state after a change, and any new recovery codes, which are returned only this once. */
const Changed = z.object({ ...SecondFactor.shape, recoveryCodes: z.nullable(z.array(z.string())) });

export const secondFactor = endpoint({
  method: 'GET',
  path: '/api/second-factor',
  access: 'member',
  summary: 'List the second factors of your account',
  reply: SecondFactor,
});

export const beginTotp = endpoint({
  method: 'POST',
  path: '/api/second-factor/totp',
  secret: true,
  access: 'member',
  summary: 'Create a secret for an authenticator app; it takes effect once a code is confirmed',
  body: z.object(FreshSignIn),
  freshSignIn: { by: 'password' },
  reply: z.object({ secret: z.string(), uri: z.string() }),
});

export const confirmTotp = endpoint({
  method: 'PUT',
  path: '/api/second-factor/totp',
  secret: true,
  access: 'member',
  summary: 'Confirm the app’s secret by a code; sign-ins require the app from now on',
  body: z.object({ code: TotpCode }),
  perMinute: 10,
  reply: Changed,
  renewsSession: true,
});

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/second-factor/passkeys/options',
  secret: true,
  access: 'member',
  summary: 'Get the options with which the browser creates a new passkey',
  body: z.object(FreshSignIn),
  freshSignIn: { by: 'password' },
  reply: z.object({ options: WebAuthnJson }),
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/second-factor/passkeys',
  secret: true,
  access: 'member',
  summary: 'Add the passkey that the browser created',
  body: z.object({ name: requiredText(40, 'Give this passkey a name.'), response: WebAuthnJson }),
  reply: Changed,
  renewsSession: true,
});

export const removeSecondFactor = endpoint({
  method: 'POST',
  path: '/api/second-factor/remove',
  secret: true,
  access: 'member',
  summary: 'Remove the app or one passkey by its id; with the last factor, the recovery codes are removed, too',
  body: z.object({ ...FreshSignIn, factor: z.union([z.literal('totp'), Id]) }),
  freshSignIn: { by: 'password' },
  reply: Changed,
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/second-factor/recovery-codes',
  secret: true,
  access: 'member',
  summary: 'Create new recovery codes and invalidate the old ones',
  body: z.object(FreshSignIn),
  freshSignIn: { by: 'password' },
  reply: Changed,
});

export const removeLostSecondFactor = endpoint({
  method: 'POST',
  path: '/api/users/:id/second-factor/remove',
  secret: true,
  access: 'admin',
  summary: 'Remove all second factors of another account that lost them, end its sessions, and notify it by mail',
  params: ById,
  body: z.object(FreshSignIn),
  freshSignIn: { by: 'password' },
  reply: z.object({ removed: z.literal(true) }),
});
