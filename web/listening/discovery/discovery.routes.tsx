import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { firstData, screen } from '../../root-route.tsx';
import { flag, mediaFilter, createSearchValidator, seed, words } from '../../platform/lib/search-params.ts';

/** The seed of a shuffled list. */
const SeededSearch = createSearchValidator({ seed });

const home = createRoute({
  ...screen('home'),
  loader: ({ context }) =>
    firstData(import('./home-screen.tsx'), ({ HomeScreen }) => HomeScreen.load(context.queryClient)),
  component: lazyRouteComponent(() => import('./home-screen.tsx'), 'HomeScreen'),
});
const browse = createRoute({
  ...screen('browse'),
  validateSearch: SeededSearch,
  component: lazyRouteComponent(() => import('./browse-screen.tsx'), 'BrowseScreen'),
});
const search = createRoute({
  ...screen('search'),
  validateSearch: createSearchValidator({ ...mediaFilter, q: words, tagged: flag }),
  component: lazyRouteComponent(() => import('./search-screen.tsx'), 'SearchScreen'),
});

const BandScreen = lazyRouteComponent(() => import('./band-screen.tsx'), 'BandScreen');
const perfectlySeasoned = createRoute({
  ...screen('perfectlySeasoned'),
  validateSearch: SeededSearch,
  loader: () => BandScreen.preload?.(),
  component: () => <BandScreen list="perfectly-seasoned" />,
});
const wellDone = createRoute({
  ...screen('wellDone'),
  validateSearch: SeededSearch,
  loader: () => BandScreen.preload?.(),
  component: () => <BandScreen list="well-done" />,
});

export const discoveryRoutes = [home, browse, search, perfectlySeasoned, wellDone] as const;
