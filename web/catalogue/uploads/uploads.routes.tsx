import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireAccount } from '../../platform/lib/guards.ts';
import { screen } from '../../root-route.tsx';

const upload = createRoute({
  ...screen('upload'),
  beforeLoad: requireAccount,
  component: lazyRouteComponent(() => import('./upload-screen.tsx'), 'UploadScreen'),
});

export const uploadsRoutes = [upload] as const;
