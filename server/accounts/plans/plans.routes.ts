import { plans } from '@scoville/contract/accounts/plans.ts';
import { readAdSettings } from '../../business/ads/ad-settings.queries.ts';
import type { App } from '../../platform/app-context.ts';
import { route } from '../../platform/http/route.ts';
import { presentSettings } from '../settings/settings.present.ts';

export const plansRoutes = ({ db, env }: App) => [
  route(plans, async () => {
    const { subscriptions, paypal } = presentSettings(env, await readAdSettings(db));
    return { plans: subscriptions.plans, forSale: paypal.clientId !== null };
  }),
];
