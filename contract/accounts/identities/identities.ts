import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { FreshSignIn } from '../auth/fresh-sign-in.ts';
import { SignInProvider } from './sign-in-provider.ts';
import { Time } from '../../platform/lib/values.ts';

/** Messages for a failed sign-in at a provider. The address of the login or account screen contains the key. */
export const SIGN_IN_REFUSALS = {
  'not-configured': 'Signing in this way is not set up here. Use your email and password.',
  cancelled: 'You were not signed in, because it was cancelled or refused there. You can try again.',
  expired: 'This attempt is over. It was left open too long, or was used already. Please try again.',
  failed: 'The answer could not be trusted, so nobody was signed in. Please try again.',
  unavailable: 'That provider does not answer just now. Try again in a moment, or use your email and password.',
  'no-email': 'That account shares no email address with us. Create an account here first, then link it there.',
  'link-first':
    'There is an account with that email address already. Sign in with its password, then link this way of signing in.',
  kept: 'That email was the one of an account until lately, and is kept for its owner for seven days. To have it back, or to learn until when, have a link for a new password mailed to it.',
  taken: 'That account is linked to somebody else here already.',
  'one-each': 'You have linked another account of that provider already. Unlink it first.',
  'signed-out': 'You were signed out meanwhile. Sign in and link it again.',
  suspended: 'This account is suspended. The mail that we sent says until when, and why.',
  'too-many': 'Too many attempts from your network. Try again in an hour.',
} as const;
export type SignInRefusal = keyof typeof SIGN_IN_REFUSALS;
export const isSignInRefusal = (word: string): word is SignInRefusal => Object.hasOwn(SIGN_IN_REFUSALS, word);

const ByProvider = z.object({ provider: z.string().check(z.maxLength(40)) });

/** A response without a body; its Location header has the next address. */
const Redirect = z.string();

export const startSignIn = endpoint({
  method: 'GET',
  path: '/auth/:provider',
  access: 'anyone',
  summary: 'Redirect to a sign-in provider, or to /login with a reason if that is not possible',
  params: ByProvider,
  status: 302,
  type: 'text/plain',
  reply: Redirect,
});

export const finishSignIn = endpoint({
  method: 'GET',
  path: '/auth/:provider/callback',
  access: 'anyone',
  summary: 'Finish a sign-in at a provider: start a session, or link that account to the one here',
  params: ByProvider,
  status: 303,
  type: 'text/plain',
  reply: Redirect,
});

/** An account at a provider with which the owner signs in here. */
const LinkedIdentity = z.object({
  provider: z.string(),
  label: z.string(),
  /** The email address that the provider sent when the identity was linked; null if it sent none. */
  email: z.nullable(z.string()),
  linkedOn: Time,
  lastUsedOn: z.nullable(Time),
});
export type LinkedIdentity = z.infer<typeof LinkedIdentity>;

export const Identities = z.object({
  identities: z.array(LinkedIdentity),
  /** Providers without a linked account yet. */
  available: z.array(SignInProvider),
});
export type Identities = z.infer<typeof Identities>;

export const identities = endpoint({
  method: 'GET',
  path: '/api/identities',
  access: 'member',
  summary: 'List your linked accounts at sign-in providers, and the providers that can still be linked',
  reply: Identities,
});

export const linkIdentity = endpoint({
  method: 'POST',
  path: '/api/identities/:provider',
  secret: true,
  access: 'member',
  summary: 'Begin to link an account at a provider, and return the address that the browser must open',
  params: ByProvider,
  body: z.object(FreshSignIn),
  freshSignIn: { by: 'password' },
  perMinute: 10,
  reply: z.object({ url: z.string() }),
});

export const unlinkIdentity = endpoint({
  method: 'POST',
  path: '/api/identities/:provider/unlink',
  secret: true,
  access: 'member',
  summary: 'Unlink the account at a provider; the password is kept',
  params: ByProvider,
  body: z.object(FreshSignIn),
  freshSignIn: { by: 'password' },
  perMinute: 10,
  reply: Identities,
});
