import { SCREENS, type ScreenName, type TypeWord, isProfileName, isTypeWord } from '@scoville/contract/addresses.ts';
import { media } from '@scoville/contract/media.ts';
import { musician } from '@scoville/contract/users.ts';
import type { QueryClient } from '@tanstack/react-query';
import { Outlet, createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { type RouterContext, admin, curator, loggedIn } from './guards.ts';
import { ApiError } from './lib/call.ts';
import { queryOf } from './lib/query.ts';
import { CategorySearch, OwnMediaSearch, SeededSearch, SignInSearch, TableSearch } from './search-params.ts';
import { AppShell } from './shell/app-shell.tsx';
import { ErrorScreen } from './shell/error-screen.tsx';
import { UnknownPath } from './shell/unknown-path.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The screen's part of the page title; a screen without one sets its own by `useTitle`. */
    title?: string;
  }
}

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: () => (
    <AppShell>
      <Outlet />
    </AppShell>
  ),
  errorComponent: ErrorScreen,
  notFoundComponent: UnknownPath,
});
/** A screen's path and title, from the table of addresses. */
const screen = <N extends ScreenName>(name: N) => ({
  getParentRoute: () => rootRoute,
  path: SCREENS[name].path as (typeof SCREENS)[N]['path'],
  staticData: { title: SCREENS[name].title ?? undefined },
});

const home = createRoute({
  ...screen('home'),
  component: lazyRouteComponent(() => import('./discovery/home-screen.tsx'), 'HomeScreen'),
});
const login = createRoute({
  ...screen('login'),
  validateSearch: SignInSearch,
  component: lazyRouteComponent(() => import('./auth/login-screen.tsx'), 'LoginScreen'),
});
const signup = createRoute({
  ...screen('signup'),
  validateSearch: SignInSearch,
  component: lazyRouteComponent(() => import('./auth/signup-screen.tsx'), 'SignUpScreen'),
});
const logout = createRoute({
  ...screen('logout'),
  // Not in beforeLoad: that runs for a preload as well, and looking at a link must not sign anybody out.
  loader: async ({ context, preload }) => {
    if (preload) return;
    const { signOut } = await import('./auth/auth.calls.ts');
    await signOut(context.queryClient);
    throw redirect({ to: '/', replace: true });
  },
});

const browse = createRoute({
  ...screen('browse'),
  validateSearch: SeededSearch,
  component: lazyRouteComponent(() => import('./discovery/browse-screen.tsx'), 'BrowseScreen'),
});
const BandScreen = lazyRouteComponent(() => import('./discovery/band-screen.tsx'), 'BandScreen');
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

const CategoriesScreen = lazyRouteComponent(() => import('./categories/categories-screen.tsx'), 'CategoriesScreen');
const CategoryScreen = lazyRouteComponent(() => import('./categories/category-screen.tsx'), 'CategoryScreen');
const genres = createRoute({
  ...screen('genres'),
  loader: () => CategoriesScreen.preload?.(),
  component: () => <CategoriesScreen kind="genre" />,
});
const genre = createRoute({
  ...screen('genre'),
  validateSearch: CategorySearch,
  loader: () => CategoryScreen.preload?.(),
  component: function Genre() {
    const { genre: id } = genre.useParams();
    return <CategoryScreen kind="genre" id={id} key={id} />;
  },
});
const moods = createRoute({
  ...screen('moods'),
  loader: () => CategoriesScreen.preload?.(),
  component: () => <CategoriesScreen kind="mood" />,
});
const mood = createRoute({
  ...screen('mood'),
  validateSearch: CategorySearch,
  loader: () => CategoryScreen.preload?.(),
  component: function Mood() {
    const { mood: id } = mood.useParams();
    return <CategoryScreen kind="mood" id={id} key={id} />;
  },
});

const upload = createRoute({
  ...screen('upload'),
  beforeLoad: loggedIn,
  component: lazyRouteComponent(() => import('./uploads/upload-screen.tsx'), 'UploadScreen'),
});
const review = createRoute({
  ...screen('review'),
  beforeLoad: curator,
  component: lazyRouteComponent(() => import('./curation/review-screen.tsx'), 'ReviewScreen'),
});

const account = createRoute({
  ...screen('account'),
  beforeLoad: () => {
    // The overview takes this place once it is a screen.
    throw redirect({ to: '/account/media', replace: true });
  },
});
const ownMedia = createRoute({
  ...screen('ownMedia'),
  beforeLoad: loggedIn,
  validateSearch: OwnMediaSearch,
  component: lazyRouteComponent(() => import('./media/own/own-media-screen.tsx'), 'OwnMediaScreen'),
});
const EditMediaScreen = lazyRouteComponent(() => import('./media/own/edit-media-screen.tsx'), 'EditMediaScreen');
const editMedia = createRoute({
  ...screen('editMedia'),
  beforeLoad: loggedIn,
  loader: () => EditMediaScreen.preload?.(),
  component: function EditMedia() {
    const { id } = editMedia.useParams();
    return <EditMediaScreen id={id} key={id} />;
  },
});

const subscription = createRoute({
  ...screen('subscription'),
  beforeLoad: loggedIn,
  component: lazyRouteComponent(() => import('./plans/subscription-screen.tsx'), 'SubscriptionScreen'),
});

const administration = createRoute({
  ...screen('administration'),
  beforeLoad: () => {
    throw redirect({ to: '/admin/media', replace: true });
  },
});
const adminMedia = createRoute({
  ...screen('adminMedia'),
  beforeLoad: admin,
  validateSearch: TableSearch,
  component: lazyRouteComponent(() => import('./administration/admin-media-screen.tsx'), 'AdminMediaScreen'),
});
const adminUsers = createRoute({
  ...screen('adminUsers'),
  beforeLoad: admin,
  validateSearch: TableSearch,
  component: lazyRouteComponent(() => import('./administration/admin-users-screen.tsx'), 'AdminUsersScreen'),
});

const ProfileScreen = lazyRouteComponent(() => import('./users/profile-screen.tsx'), 'ProfileScreen');
const MediaScreen = lazyRouteComponent(() => import('./media/media-screen.tsx'), 'MediaScreen');

/** What a profile's address names must load; what does not, leads to the recommendations. */
async function found(screen: { preload?: () => Promise<unknown> | undefined }, data: Promise<unknown>): Promise<void> {
  try {
    await Promise.all([Promise.resolve(screen.preload?.()), data]);
  } catch (error) {
    if (error instanceof ApiError) throw redirect({ to: '/browse', replace: true });
    throw error;
  }
}
const loadProfile = (client: QueryClient, name: string) =>
  found(ProfileScreen, client.ensureQueryData(queryOf(musician, { params: { id: name } })));
const loadMedia = (client: QueryClient, id: string) =>
  found(MediaScreen, client.ensureQueryData(queryOf(media, { params: { id } })));

/** Addresses of musicians begin with any word, so that what cannot be a name goes home like any unknown path. */
function nameOnly(name: string): void {
  if (!isProfileName(name)) throw redirect({ to: '/', replace: true });
}
const profile = createRoute({
  ...screen('profile'),
  beforeLoad: ({ params }) => nameOnly(params.name),
  loader: ({ context, params }) => loadProfile(context.queryClient, params.name),
  component: function Profile() {
    const { name } = profile.useParams();
    return <ProfileScreen name={name} type={null} key={name} />;
  },
});
/** The second part is a kind of media, or else a media's id. */
const profileItem = createRoute({
  ...screen('profileItem'),
  beforeLoad: ({ params }) => nameOnly(params.name),
  loader: ({ context, params: { name, item } }) =>
    isTypeWord(item) ? loadProfile(context.queryClient, name) : loadMedia(context.queryClient, item),
  component: function ProfileItem() {
    const { name, item } = profileItem.useParams();
    return isTypeWord(item) ? (
      <ProfileScreen name={name} type={item} key={name} />
    ) : (
      <MediaScreen name={name} mediaId={item} key={item} />
    );
  },
});
const typedItem = createRoute({
  ...screen('typedItem'),
  params: {
    parse: ({ name, type, mediaId }) => ({ name, type: type as TypeWord, mediaId }),
    stringify: (params) => params,
  },
  beforeLoad: ({ params }) => {
    nameOnly(params.name);
    if (!isTypeWord(params.type)) throw redirect({ to: '/', replace: true });
  },
  loader: ({ context, params }) => loadMedia(context.queryClient, params.mediaId),
  component: function TypedItem() {
    const { name, mediaId } = typedItem.useParams();
    return <MediaScreen name={name} mediaId={mediaId} key={mediaId} />;
  },
});

/** Their addresses begin with a musician's name. */
export const profileRoutes = [profile, profileItem, typedItem];

export const routeTree = rootRoute.addChildren([
  home,
  login,
  signup,
  logout,
  browse,
  perfectlySeasoned,
  wellDone,
  genres,
  genre,
  moods,
  mood,
  upload,
  review,
  account,
  ownMedia,
  editMedia,
  subscription,
  administration,
  adminMedia,
  adminUsers,
  profile,
  profileItem,
  typedItem,
]);
