import { plans } from '@scoville/contract/plans.ts';
import type { App } from '../app-context.ts';
import { route } from '../http/route.ts';
import { presentSettings } from '../settings/settings.present.ts';

export const plansRoutes = ({ env }: App) => [
  route(plans, async () => {
    const { subscriptions, paypal } = presentSettings(env);
    return { plans: subscriptions.plans, forSale: paypal.clientId !== null };
  }),
];
