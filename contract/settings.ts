import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Plan, Limits } from './plans.ts';

/** What the browser must know before anything else; nothing in it is secret. */
export const Settings = z.object({
  productName: z.string(),
  publicUrl: z.string(),
  paypal: z.object({ clientId: z.nullable(z.string()) }),
  ga: z.object({ trackingCode: z.nullable(z.string()) }),
  facebook: z.object({ clientID: z.nullable(z.string()) }),
  google: z.object({ reCAPTCHA: z.object({ siteKey: z.nullable(z.string()) }) }),
  subscriptions: z.object({ plans: z.array(Plan), basePlan: z.string(), limits: Limits }),
  ads: z.object({ enabled: z.boolean(), playInterval: z.int(), playDuring: z.int(), playDuringMinTime: z.int() }),
  client: z.object({ randomizePerfectlySeasoned: z.boolean() }),
  share: z.object({ defaultText: z.string() }),
  review: z.object({ promiseHours: z.int(), busyHours: z.int() }),
  masterChef: z.object({ minItems: z.int(), minScore: z.int() }),
});
export type Settings = z.infer<typeof Settings>;

export const settings = endpoint({
  method: 'GET',
  path: '/api/settings',
  access: 'anyone',
  summary: 'Configuration that the browser starts with',
  reply: Settings,
});
