import { settings } from '@scoville/contract/settings.ts';
import { readAdSettings } from '../ads/ad-settings.queries.ts';
import type { App } from '../app-context.ts';
import { route } from '../http/route.ts';
import { presentSettings } from './settings.present.ts';

export const settingsRoutes = ({ db, env }: App) => [
  route(settings, async () => presentSettings(env, await readAdSettings(db))),
];
