import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { screen } from '../../root-route.tsx';

const confirmFollow = createRoute({
  ...screen('confirmFollow'),
  component: lazyRouteComponent(() => import('./confirm-follow-screen.tsx'), 'ConfirmFollowScreen'),
});

export const followsRoutes = [confirmFollow] as const;
