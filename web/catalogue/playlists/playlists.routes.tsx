import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireAccount } from '../../platform/lib/guards.ts';
import { screen } from '../../root-route.tsx';

const playlists = createRoute({
  ...screen('playlists'),
  beforeLoad: requireAccount,
  component: lazyRouteComponent(() => import('./playlists-screen.tsx'), 'PlaylistsScreen'),
});
const playlist = createRoute({
  ...screen('playlist'),
  component: lazyRouteComponent(() => import('./playlist-screen.tsx'), 'PlaylistScreen'),
});

export const playlistsRoutes = [playlists, playlist] as const;
