import { PIN } from '@scoville/contract/scores.ts';
import type { Settings } from '@scoville/contract/settings.ts';
import type { Env } from '../env.ts';
import { basePlan } from '../plans/plan-named.ts';

/** The boot configuration; only what every visitor may know. */
export function presentSettings(env: Env): Settings {
  const base = basePlan(env);
  return {
    productName: env.PRODUCT_NAME,
    publicUrl: env.PUBLIC_URL,
    paypal: { clientId: null },
    ga: { trackingCode: null },
    facebook: { clientID: null },
    google: { reCAPTCHA: { siteKey: null } },
    subscriptions: { plans: env.PLANS, basePlan: base.type, limits: base.limits },
    ads: { enabled: false, playInterval: 600, playDuring: 0, playDuringMinTime: 0 },
    client: { randomizePerfectlySeasoned: env.RANDOMIZE_PERFECTLY_SEASONED },
    share: { defaultText: 'Checkout this {mediaType}' },
    review: { promiseHours: env.REVIEW_PROMISE_HOURS, busyHours: env.REVIEW_BUSY_HOURS },
    masterChef: { minItems: env.MASTER_CHEF_ITEMS, minScore: PIN },
  };
}
