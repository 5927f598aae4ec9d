import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireAccount } from '../../platform/lib/guards.ts';
import { screen } from '../../root-route.tsx';
import { page, createSearchValidator, text } from '../../platform/lib/search-params.ts';

/** `filter` is a part of a title. */
const OwnMediaSearch = createSearchValidator({ page, filter: text });

const ownMedia = createRoute({
  ...screen('ownMedia'),
  beforeLoad: requireAccount,
  validateSearch: OwnMediaSearch,
  component: lazyRouteComponent(() => import('./own/own-media-screen.tsx'), 'OwnMediaScreen'),
});
const EditMediaScreen = lazyRouteComponent(() => import('./own/edit-media-screen.tsx'), 'EditMediaScreen');
const editMedia = createRoute({
  ...screen('editMedia'),
  beforeLoad: requireAccount,
  loader: () => EditMediaScreen.preload?.(),
  component: function EditMedia() {
    const { id } = editMedia.useParams();
    return <EditMediaScreen id={id} key={id} />;
  },
});

/**
 * The screens of the user's own media. Public pages of songs and videos are below the musician's name
 * (users.routes.tsx).
 */
export const mediaRoutes = [ownMedia, editMedia] as const;
