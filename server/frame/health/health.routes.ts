import { health } from '@scoville/contract/frame/health.ts';
import type { App } from '../../platform/app-context.ts';
import { route } from '../../platform/http/route.ts';
import { cacheHealth } from './cached-health.ts';

export const healthRoutes = (app: App) => {
  const current = cacheHealth(app);
  return [route(health, () => current())];
};
