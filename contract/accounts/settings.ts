import * as z from 'zod/mini';
import { endpoint } from '../platform/http/endpoint.ts';
import { Plan, Limits } from './plans.ts';
import { SignInProvider } from './identities/sign-in-provider.ts';

/** The minimum score of pinned songs and videos, and of those that count towards Master Chef. */
export const PIN = 90;

/** When ads play, with times in seconds. */
export const AdSettings = z.object({
  enabled: z.boolean(),
  /** Play time between two ads. */
  playInterval: z.int(),
  /** Play time of a track after which a due ad interrupts it; 0 waits for the end of the track. */
  playDuring: z.int(),
  /** Shorter tracks are never interrupted. */
  playDuringMinTime: z.int(),
});
export type AdSettings = z.infer<typeof AdSettings>;

/** The settings that the browser needs before anything else; none of them is secret. */
export const Settings = z.object({
  productName: z.string(),
  publicUrl: z.string(),
  paypal: z.object({ clientId: z.nullable(z.string()) }),
  ga: z.object({ trackingCode: z.nullable(z.string()) }),
  facebook: z.object({ clientID: z.nullable(z.string()) }),
  /** Each provider has a button on the login and sign-up screens. */
  signIn: z.object({ providers: z.array(SignInProvider) }),
  /** If the site key is null, the captcha is our own proof of work, from the endpoint `captchaChallenge`. */
  google: z.object({ reCAPTCHA: z.object({ siteKey: z.nullable(z.string()), address: z.string() }) }),
  subscriptions: z.object({ plans: z.array(Plan), basePlan: z.string(), limits: Limits }),
  ads: AdSettings,
  client: z.object({ randomizePerfectlySeasoned: z.boolean(), shufflePlaylists: z.boolean() }),
  share: z.object({ defaultText: z.string() }),
  review: z.object({ promiseHours: z.int(), busyHours: z.int() }),
  masterChef: z.object({ minItems: z.int(), minScore: z.int() }),
});
export type Settings = z.infer<typeof Settings>;

export const settings = endpoint({
  method: 'GET',
  path: '/api/settings',
  access: 'anyone',
  summary: 'Get the settings that the browser starts with',
  reply: Settings,
});
