import { resolve } from 'node:path';
import type { Plan } from '@scoville/contract/accounts/plans.ts';
import type { Env } from '../../platform/env.ts';

/** The main program of the stand-in for PayPal. */
export const STAND_IN_MAIN = resolve(import.meta.dirname, '../../testkit/paypal-stand-in/main.ts');

/**
 * True if payments go to the stand-in, which is only for development without PayPal's settings. A copy for viewing
 * (WORKER=off) makes no payments at all.
 */
export const needsStandIn = ({ NODE_ENV, PAYPAL, WORKER }: Pick<Env, 'NODE_ENV' | 'PAYPAL' | 'WORKER'>): boolean =>
  NODE_ENV === 'development' && PAYPAL === null && WORKER === 'on';

/** The settings with which the product finds the stand-in on this port, and the stand-in finds the product. */
export const standInSettings = (port: number, plans: readonly Plan[]): Record<string, string> => ({
  PAYPAL_API_URL: `http://127.0.0.1:${port}`,
  PAYPAL_CLIENT_ID: 'scoville-stand-in',
  PAYPAL_SECRET: 'the stand-in keeps no secret',
  PAYPAL_WEBHOOK_ID: 'stand-in',
  PLANS: JSON.stringify(
    plans.map((plan) => ({ ...plan, planId: plan.price === 0 ? null : (plan.planId ?? `P-${plan.type}`) })),
  ),
});
