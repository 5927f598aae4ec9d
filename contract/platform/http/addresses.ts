import { isId } from '../lib/values.ts';

interface Screen {
  /** Pattern of the screen's path, with `$name` for a variable part (TanStack Router's form). */
  path: string;
  /** The screen's part of the page's title; null if the page is titled after its content. */
  title: string | null;
  /**
   * `listed` is in the sitemap. `found` isn't, but search engines may index it. `private` is closed to search engines,
   * with all paths below it.
   */
  search: 'listed' | 'found' | 'private';
}

/** Every screen. Routes, pages, sitemap and robots.txt read their addresses and titles here. */
export const SCREENS = {
  home: { path: '/', title: 'Home', search: 'listed' },
  login: { path: '/login', title: 'Sign in', search: 'found' },
  signup: { path: '/signup', title: 'Create account', search: 'found' },
  forgot: { path: '/forgot', title: 'Forgotten password', search: 'found' },
  reset: { path: '/reset', title: 'Password', search: 'private' },
  resetByToken: { path: '/reset/$token', title: 'Password', search: 'private' },
  verify: { path: '/verify/$token', title: 'Confirm your email', search: 'private' },
  logout: { path: '/logout', title: 'Log out', search: 'private' },
  browse: { path: '/browse', title: 'Recommendations based on your latest music choices', search: 'listed' },
  search: { path: '/search', title: 'Search', search: 'private' },
  favorites: { path: '/favorites', title: 'Your Favorite Media', search: 'private' },
  perfectlySeasoned: { path: '/perfectly-seasoned', title: 'Perfectly Seasoned', search: 'listed' },
  wellDone: { path: '/well-done', title: 'Well Done', search: 'listed' },
  genres: { path: '/genres', title: 'Genres', search: 'listed' },
  genre: { path: '/genres/$genre', title: null, search: 'found' },
  moods: { path: '/moods', title: 'Moods', search: 'listed' },
  mood: { path: '/moods/$mood', title: null, search: 'found' },
  // `found`, because the pages of private and unlisted playlists exclude themselves from indexing, and public playlists
  // are below this path.
  playlists: { path: '/playlists', title: 'Playlists', search: 'found' },
  playlist: { path: '/playlists/$playlistId', title: null, search: 'found' },
  upload: { path: '/upload', title: 'Upload', search: 'private' },
  review: { path: '/review', title: 'Review', search: 'private' },
  account: { path: '/account', title: null, search: 'private' },
  accountOverview: { path: '/account/overview', title: 'Account Overview', search: 'private' },
  deleteAccount: { path: '/account/delete', title: 'Delete Account', search: 'private' },
  ownMedia: { path: '/account/media', title: 'Songs & Videos', search: 'private' },
  editMedia: { path: '/account/media/edit/$id', title: 'Edit media', search: 'private' },
  editProfile: { path: '/account/profile', title: 'Edit Profile', search: 'private' },
  notifications: { path: '/account/notifications', title: 'Notifications', search: 'private' },
  inbox: { path: '/notifications', title: 'Notifications', search: 'private' },
  unsubscribe: { path: '/account/unsubscribe', title: 'Unsubscribe', search: 'private' },
  confirmFollow: {
    path: '/account/confirm-subscription/$token',
    title: 'Confirm your subscription',
    search: 'private',
  },
  confirmEmail: { path: '/account/confirm-email/$token', title: 'Confirm your new email', search: 'private' },
  undoEmail: { path: '/account/undo-email/$token', title: 'Take the change back', search: 'private' },
  performances: { path: '/account/performances', title: 'Shows', search: 'private' },
  subscription: { path: '/account/subscription', title: 'Subscription', search: 'private' },
  messages: { path: '/messages', title: 'Messages', search: 'private' },
  messagesWith: { path: '/messages/$userId', title: 'Messages', search: 'private' },
  administration: { path: '/admin', title: null, search: 'private' },
  adminMedia: { path: '/admin/media', title: 'Administer Media', search: 'private' },
  adminMail: { path: '/admin/mail', title: 'Administer Mail', search: 'private' },
  adminUsers: { path: '/admin/users', title: 'Administer Users', search: 'private' },
  adminHealth: { path: '/admin/health', title: 'Health', search: 'private' },
  adminReports: { path: '/admin/reports', title: 'Reports', search: 'private' },
  adminSubscriptions: { path: '/admin/subscriptions', title: 'Administer Subscriptions', search: 'private' },
  adminReviews: { path: '/admin/reviews', title: 'Review Desk', search: 'private' },
  adminAudit: { path: '/admin/audit', title: 'Audit Log', search: 'private' },
  adminAds: { path: '/admin/ads', title: 'Administer Ads', search: 'private' },
  adminMessage: { path: '/admin/system-message', title: 'Administer Message', search: 'private' },
  help: { path: '/help', title: null, search: 'found' },
  faq: { path: '/help/faq', title: 'FAQs', search: 'listed' },
  about: { path: '/help/about', title: 'About Us', search: 'listed' },
  terms: { path: '/help/terms', title: 'Terms of Use', search: 'listed' },
  privacy: { path: '/help/privacy', title: 'Privacy Policy', search: 'listed' },
  contact: { path: '/help/contact', title: 'Contact', search: 'listed' },
  takedown: { path: '/help/takedown', title: 'Takedown request', search: 'listed' },
  profile: { path: '/$name', title: null, search: 'found' },
  profileItem: { path: '/$name/$item', title: null, search: 'found' },
  album: { path: '/$name/albums/$albumId', title: null, search: 'found' },
  typedItem: { path: '/$name/$type/$mediaId', title: null, search: 'found' },
} as const satisfies Record<string, Screen>;

export type ScreenName = keyof typeof SCREENS;

/** The queue's dashboard, which isn't one of our own screens. */
export const JOBS_PATH = '/agenda';

/**
 * The address of resumable uploads by the tus protocol 1.0.0. The header `X-Media-Id` of the last response is the id of the
 * song or video. The metadata `replaces` is the id of the song or video whose file the upload replaces.
 */
export const TUS_PATH = '/api/upload/tus';

/** First words of paths without a screen: API calls, files, and words reserved for future screens. */
const NO_SCREENS = `about agenda api assets auth contact embed features files health home images media
  messages privacy settings songs static terms videos`.split(/\s+/);

/** The first word of a path or pattern; empty for "/" and for a pattern that begins with a variable part. */
const firstWord = (path: string): string => /^\/([^/$]+)/.exec(path)?.[1] ?? '';

/**
 * First words of addresses that are never a musician's name, in lower case. A path that begins with one of them and
 * isn't a screen redirects to "/" instead of being looked up as a profile.
 */
export const RESERVED: ReadonlySet<string> = new Set(
  [...NO_SCREENS, ...Object.values(SCREENS).map(({ path }) => firstWord(path))].filter((word) => word !== ''),
);

/** Is this word, in upper or lower case, reserved as the first word of the product's own addresses? */
export const isReserved = (word: string): boolean => RESERVED.has(word.toLowerCase());

/** Could this be the name in a profile's address, which is a username (letters and digits) or an id? */
export const isProfileName = (name: string): boolean =>
  !isReserved(name) && (isId(name) || /^[A-Za-z0-9]+$/.test(name));

/**
 * Paths that robots.txt forbids crawlers to request (RFC 9309). A rule matches every path that begins with it, so a
 * word alone would also block a musician whose name begins with that word. The longest matching rule applies.
 */
export const privatePaths = (): string[] => {
  const words = Object.values(SCREENS).flatMap(({ path, search }) => (search === 'private' ? [firstWord(path)] : []));
  return ['/api/', '/auth/', ...[...new Set(words)].flatMap((word) => [`/${word}$`, `/${word}/`, `/${word}?`])];
};

const ANY_ID = /\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![^/])/gi;

/**
 * Normalizes a path to the form of our own links: ids in lower case, and no slash at the end. Server and browser
 * normalize every address with it, because programs and people who pass links on change both.
 */
export function plainPath(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end).replaceAll(ANY_ID, (id) => id.toLowerCase());
}

/** Returns the screen at a plain path, or null. It doesn't look up whether the profile or the song exists. */
export function screenAt(path: string): Screen | null {
  const words = path.split('/');
  const isHere = ({ path: pattern }: Screen): boolean => {
    const parts = pattern.split('/');
    return parts.length === words.length && parts.every((part, at) => part.startsWith('$') || part === words[at]);
  };
  const found = Object.values<Screen>(SCREENS).find(isHere);
  return found === undefined ||
    (firstWord(found.path) === '' && path !== '/' && parseProfilePath(path) === null && parseAlbumPath(path) === null)
    ? null
    : found;
}

/**
 * Returns the title of the screen at a plain path; null without a screen, and for screens titled after their content.
 */
export const screenTitle = (path: string): string | null => screenAt(path)?.title ?? null;

/** Paths of the screens that the sitemap lists. */
export const listedPaths = (): string[] =>
  Object.values(SCREENS).flatMap(({ path, search }) => (search === 'listed' ? [path] : []));

/** The kinds of media that a profile's address may name. */
export const TYPE_WORDS = { songs: 'song', videos: 'video' } as const;
export type TypeWord = keyof typeof TYPE_WORDS;
export const isTypeWord = (word: string): word is TypeWord => Object.hasOwn(TYPE_WORDS, word);

interface Named {
  id: string;
  username: string | null;
}

/** The name by which addresses refer to a musician. */
export const nameOf = (musician: Named): string => musician.username ?? musician.id;

/** The canonical address of a musician's profile, as a pathname. */
export const profilePath = (musician: Named): string => `/${nameOf(musician)}`;

/** The canonical address of a song or video, as a pathname. */
export const mediaPath = (media: { id: string; musician: Named }): string =>
  `${profilePath(media.musician)}/${media.id}`;

/** The addresses of the players that other sites embed: of one song or video, and of a musician's profile. */
export const mediaEmbedPath = (id: string): string => `/embed/media/${id}`;
export const profileEmbedPath = (musician: Named): string => `/embed/profile/${nameOf(musician)}`;

/** The canonical address of a genre or a mood, as a pathname. */
export const categoryPath = (kind: 'genre' | 'mood', slug: string): string => `/${kind}s/${slug}`;

/** The parts of an address below a musician's name. */
export interface ProfileAddress {
  name: string;
  type: TypeWord | null;
  mediaId: string | null;
}

/**
 * Parses `/{name}`, `/{name}/{songs or videos}`, `/{name}/{id}` and `/{name}/{songs or videos}/{id}`; null for others.
 */
export function parseProfilePath(path: string): ProfileAddress | null {
  const [before, name = '', ...rest] = path.split('/');
  if (before !== '' || !isProfileName(name)) return null;
  const type = rest[0] !== undefined && isTypeWord(rest[0]) ? rest[0] : null;
  const [mediaId, ...more] = type === null ? rest : rest.slice(1);
  if (more.length > 0 || (mediaId !== undefined && !isId(mediaId))) return null;
  return { name, type, mediaId: mediaId ?? null };
}

/** Parses `/{name}/albums/{id}` to the album's id, for any musician's name; null for other paths. */
export function parseAlbumPath(path: string): string | null {
  const [before, name = '', word, id = '', ...more] = path.split('/');
  return before === '' && isProfileName(name) && word === 'albums' && isId(id) && more.length === 0 ? id : null;
}
