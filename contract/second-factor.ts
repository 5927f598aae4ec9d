import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { FreshSignIn } from './fresh-sign-in.ts';
import { Me } from './users.ts';
import { ById, Id, Time, requiredText } from './values.ts';

/** The code of a refused sign-in whose password was right: the second factor is asked for. */
export const SECOND_FACTOR_ASKED = 'second_factor';

/** What WebAuthn says in JSON (`PublicKeyCredentialCreationOptionsJSON` and its kin); the libraries on both sides know it. */
const WebAuthnJson = z.record(z.string().check(z.maxLength(100)), z.unknown());

const code = 'Enter the six digits that your app shows.';
/** Six digits, with or without a space between them. */
export const TotpCode = z.pipe(
  z.string(code),
  z.pipe(
    z.transform((text: string) => text.replaceAll(/\s/g, '')),
    z.string().check(z.regex(/^\d{6}$/, code)),
  ),
);

const recovery = 'Enter one of your recovery codes, as in ABCD-EFGH-JKLM-NPQR.';
/** Sixteen letters and digits, in any case, with or without dashes. */
export const RecoveryCode = z.pipe(
  z.string(recovery),
  z.pipe(
    z.transform((text: string) => text.replaceAll(/[\s-]/g, '').toUpperCase()),
    z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{16}$/, recovery)),
  ),
);

/** By what a sign-in that has begun can be finished. */
const SecondFactorChoice = z.object({
  totp: z.boolean(),
  /** What the browser asks the passkey for; null where the account has none. */
  passkey: z.nullable(WebAuthnJson),
});

export const secondFactorChoice = endpoint({
  method: 'GET',
  path: '/auth/second-factor',
  access: 'anyone',
  summary: 'By what the sign-in that this browser began can be finished',
  reply: SecondFactorChoice,
});

export const finishSecondFactor = endpoint({
  method: 'POST',
  path: '/auth/second-factor',
  secret: true,
  access: 'anyone',
  summary: 'Finish a sign-in by a code of an app, a recovery code or a passkey; starts a session',
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
  /** The operator wants one of every administrator, and this is one. */
  required: z.boolean(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

/** The state after a change, with new recovery codes where it brought them: they are shown this once. */
const Changed = z.object({ ...SecondFactor.shape, recoveryCodes: z.nullable(z.array(z.string())) });

export const secondFactor = endpoint({
  method: 'GET',
  path: '/api/second-factor',
  access: 'member',
  summary: 'The account’s second factors',
  reply: SecondFactor,
});

export const beginTotp = endpoint({
  method: 'POST',
  path: '/api/second-factor/totp',
  secret: true,
  access: 'member',
  summary: 'Make a secret for an app; it counts once a code of it was entered',
  body: z.object(FreshSignIn),
  freshSignIn: { by: 'password' },
  reply: z.object({ secret: z.string(), uri: z.string() }),
});

export const confirmTotp = endpoint({
  method: 'PUT',
  path: '/api/second-factor/totp',
  secret: true,
  access: 'member',
  summary: 'Prove that the app has the secret: from now on it is asked for',
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
  summary: 'What the browser asks a new passkey for',
  body: z.object(FreshSignIn),
  freshSignIn: { by: 'password' },
  reply: z.object({ options: WebAuthnJson }),
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/second-factor/passkeys',
  secret: true,
  access: 'member',
  summary: 'Add the passkey that the browser made',
  body: z.object({ name: requiredText(40, 'Give this passkey a name.'), response: WebAuthnJson }),
  reply: Changed,
  renewsSession: true,
});

export const removeSecondFactor = endpoint({
  method: 'POST',
  path: '/api/second-factor/remove',
  secret: true,
  access: 'member',
  summary: 'Remove the app, or one passkey by its id; with the last of them the recovery codes go',
  body: z.object({ ...FreshSignIn, factor: z.union([z.literal('totp'), Id]) }),
  freshSignIn: { by: 'password' },
  reply: Changed,
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/second-factor/recovery-codes',
  secret: true,
  access: 'member',
  summary: 'Make new recovery codes; the old ones are worth nothing any more',
  body: z.object(FreshSignIn),
  freshSignIn: { by: 'password' },
  reply: Changed,
});

export const removeLostSecondFactor = endpoint({
  method: 'POST',
  path: '/api/users/:id/second-factor/remove',
  secret: true,
  access: 'admin',
  summary:
    'Remove the app, every passkey and the recovery codes of somebody else who lost them; their sessions end, and they are told by mail',
  params: ById,
  body: z.object(FreshSignIn),
  freshSignIn: { by: 'password' },
  reply: z.object({ removed: z.literal(true) }),
});
