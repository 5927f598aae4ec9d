import { type AdSettings, PIN, type Settings } from '@scoville/contract/accounts/settings.ts';
import type { Env } from '../../platform/env.ts';
import { freePlan } from '../plans/plan-limits.ts';

/** The boot configuration, with public values only. */
export function presentSettings(env: Env, ads: AdSettings): Settings {
  const base = freePlan(env);
  return {
    productName: env.PRODUCT_NAME,
    publicUrl: env.PUBLIC_URL,
    paypal: { clientId: env.PAYPAL?.clientId ?? null },
    ga: { trackingCode: null },
    facebook: { clientID: env.FACEBOOK_CLIENT_ID },
    signIn: { providers: env.SIGN_IN_PROVIDERS.map(({ name, label }) => ({ name, label })) },
    google: { reCAPTCHA: { siteKey: env.RECAPTCHA?.siteKey ?? null, address: env.RECAPTCHA_URL } },
    subscriptions: { plans: env.PLANS, basePlan: base.type, limits: base.limits },
    ads,
    client: {
      randomizePerfectlySeasoned: env.RANDOMIZE_PERFECTLY_SEASONED,
      shufflePlaylists: env.SHUFFLE_PLAYLISTS,
    },
    share: { defaultText: 'Checkout this {mediaType}' },
    review: { promiseHours: env.REVIEW_PROMISE_HOURS, busyHours: env.REVIEW_BUSY_HOURS },
    masterChef: { minItems: env.MASTER_CHEF_ITEMS, minScore: PIN },
  };
}
