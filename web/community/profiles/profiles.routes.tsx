import { type TypeWord, isProfileName, isTypeWord } from '@scoville/contract/platform/http/addresses.ts';
import type { QueryClient } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { ApiError } from '../../platform/lib/call.ts';
import { firstData, screen } from '../../root-route.tsx';
import { flag, number, createSearchValidator } from '../../platform/lib/search-params.ts';

const ProfileScreen = lazyRouteComponent(() => import('./profile-screen.tsx'), 'ProfileScreen');
const MediaScreen = lazyRouteComponent(() => import('../../catalogue/media/media-screen.tsx'), 'MediaScreen');

/** The second at which playback begins. */
const Moment = createSearchValidator({ t: number });
const ProfileSearch = createSearchValidator({ subscribe: flag });

/**
 * Waits for the data of an address below a musician's name. An unknown one redirects to the recommendations. Other errors
 * show the error screen, which retries.
 */
async function found(data: Promise<unknown>): Promise<void> {
  try {
    await data;
  } catch (error) {
    if (error instanceof ApiError && isUnknown(error)) throw redirect({ to: '/browse', replace: true });
    throw error;
  }
}
/** Whether a retry can't help, because the address is malformed or has no page that this viewer may see. */
const isUnknown = ({ status }: ApiError): boolean => status >= 400 && status < 500 && status !== 429;

const loadProfile = (client: QueryClient, name: string) =>
  Promise.all([
    ProfileScreen.preload?.(),
    found(firstData(import('./profile-screen.tsx'), (code) => code.ProfileScreen.load(client, name))),
  ]);
const loadMedia = (client: QueryClient, id: string) =>
  Promise.all([
    MediaScreen.preload?.(),
    found(firstData(import('../../catalogue/media/media-screen.tsx'), (code) => code.MediaScreen.load(client, id))),
  ]);

/**
 * The first part of a musician's address can be any word, so a word that can't be a name redirects to the home screen,
 * like every unknown path.
 */
function nameOnly(name: string): void {
  if (!isProfileName(name)) throw redirect({ to: '/', replace: true });
}
const profile = createRoute({
  ...screen('profile'),
  validateSearch: ProfileSearch,
  beforeLoad: ({ params }) => nameOnly(params.name),
  loader: ({ context, params }) => loadProfile(context.queryClient, params.name),
  component: function Profile() {
    const { name } = profile.useParams();
    const { subscribe } = profile.useSearch();
    return <ProfileScreen name={name} type={null} isSubscribing={subscribe} key={name} />;
  },
});
/** The second part of the address is a kind of media, or else the id of a song or video. */
const profileItem = createRoute({
  ...screen('profileItem'),
  validateSearch: Moment,
  beforeLoad: ({ params }) => nameOnly(params.name),
  loader: ({ context, params: { name, item } }) =>
    isTypeWord(item) ? loadProfile(context.queryClient, name) : loadMedia(context.queryClient, item),
  component: function ProfileItem() {
    const { name, item } = profileItem.useParams();
    const { t } = profileItem.useSearch();
    return isTypeWord(item) ? (
      <ProfileScreen name={name} type={item} key={name} />
    ) : (
      <MediaScreen name={name} mediaId={item} startAt={t} key={item} />
    );
  },
});
const AlbumScreen = lazyRouteComponent(() => import('../albums/album-screen.tsx'), 'AlbumScreen');
const album = createRoute({
  ...screen('album'),
  beforeLoad: ({ params }) => nameOnly(params.name),
  component: function Album() {
    const { albumId } = album.useParams();
    return <AlbumScreen albumId={albumId} key={albumId} />;
  },
});
const typedItem = createRoute({
  ...screen('typedItem'),
  validateSearch: Moment,
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
    return <MediaScreen name={name} mediaId={mediaId} startAt={typedItem.useSearch().t} key={mediaId} />;
  },
});

/** The pages whose addresses begin with a musician's name: the profile, albums, songs and videos. */
export const usersRoutes = [profile, profileItem, album, typedItem] as const;
