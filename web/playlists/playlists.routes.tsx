import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loggedIn } from '../guards.ts';
import { screen } from '../root-route.tsx';

const playlists = createRoute({
  ...screen('playlists'),
  beforeLoad: loggedIn,
  component: lazyRouteComponent(() => import('./playlists-screen.tsx'), 'PlaylistsScreen'),
});
const PlaylistScreen = lazyRouteComponent(() => import('./playlist-screen.tsx'), 'PlaylistScreen');
const playlist = createRoute({
  ...screen('playlist'),
  loader: () => PlaylistScreen.preload?.(),
  component: function Playlist() {
    const { playlistId } = playlist.useParams();
    return <PlaylistScreen id={playlistId} key={playlistId} />;
  },
});

export const playlistsRoutes = [playlists, playlist] as const;
