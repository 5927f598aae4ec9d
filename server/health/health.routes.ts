import { health } from '@scoville/contract/health.ts';
import type { App } from '../app-context.ts';
import { route } from '../http/route.ts';
import { keepHealth } from './kept-health.ts';

export const healthRoutes = (app: App) => {
  const current = keepHealth(app);
  return [route(health, () => current())];
};
