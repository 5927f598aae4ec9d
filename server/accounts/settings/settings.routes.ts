import { settings } from '@scoville/contract/accounts/settings.ts';
import { readAdSettings } from '../../business/ads/ad-settings.queries.ts';
import type { App } from '../../platform/app-context.ts';
import { route } from '../../platform/http/route.ts';
import { presentSettings } from './settings.present.ts';

export const settingsRoutes = ({ db, env }: App) => [
  route(settings, async () => presentSettings(env, await readAdSettings(db))),
];
