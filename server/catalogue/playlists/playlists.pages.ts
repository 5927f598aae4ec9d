import { SCREENS, mediaPath } from '@scoville/contract/platform/http/addresses.ts';
import { EMBED_SIZES } from '@scoville/contract/listening/embeds.ts';
import { playlistEmbedPath, playlistPath } from '@scoville/contract/catalogue/playlists/playlist-path.ts';
import { playlist, playlistMedia } from '@scoville/contract/catalogue/playlists/playlists.ts';
import { isId } from '@scoville/contract/platform/lib/values.ts';
import { shorten } from '@scoville/contract/platform/lib/shorten.ts';
import type { App } from '../../platform/app-context.ts';
import type { PageKind } from '../../frame/pages/page.ts';
import { musicPlaylist, pictureOf } from './playlists.schema-org.ts';
import { findPlaylistFor, readPlaylistMedia } from './read-playlists.ts';

const NONE = { title: 'Not found', description: 'This playlist was not found.', canonical: null, status: 404 } as const;

/** The pages `/playlists` and `/playlists/{id}`. Search engines get public playlists only. */
export const playlistsPages = (app: App): PageKind[] => [
  async (path, _query, actor) => {
    const [, word, id, ...rest] = path.split('/');
    if (word !== 'playlists' || rest.length > 0) return null;
    if (id === undefined || id === '')
      return { title: SCREENS.playlists.title, description: 'Your own lists of songs and videos.', canonical: null };
    const data = isId(id) ? await findPlaylistFor(app, actor, id) : null;
    if (data === null) return NONE;
    const media = await readPlaylistMedia(app, actor, id, {});
    const by = data.owner.displayName;
    return {
      title: `${data.name} by ${by}`,
      description: shorten(data.description, 200) || `A playlist by ${by}.`,
      canonical: data.visibility === 'public' ? playlistPath(id) : null,
      // The page is not cached, because the owner may hide the playlist at any moment.
      isCacheable: false,
      image: pictureOf(data),
      kind: 'music.playlist',
      // An unlisted playlist has a player, for visitors who have its address.
      ...(data.visibility !== 'private' &&
        media.media.length > 0 && {
          player: { path: playlistEmbedPath(id), ...EMBED_SIZES.list, of: playlistPath(id) },
        }),
      ...(data.visibility === 'public' && {
        jsonLd: {
          '@context': 'https://schema.org',
          ...musicPlaylist(app.env.PUBLIC_URL, data, media.media),
        },
      }),
      screen: 'catalogue/playlists/playlist-screen.tsx',
      queries: [
        { path: playlist.path, params: { id }, data },
        { path: playlistMedia.path, params: { playlistId: id }, pages: true, data: media },
      ],
      outline: {
        heading: data.name,
        text: `${by}. ${shorten(data.description, 300)}`,
        lists: [
          {
            title: 'Songs and videos',
            links: media.media.map((one) => ({
              href: mediaPath(one),
              text: `${one.title} by ${one.musician.displayName}`,
            })),
          },
        ],
      },
    };
  },
];
