import { mediaPath, parseAlbumPath } from '@scoville/contract/platform/http/addresses.ts';
import { albumEmbedPath, albumPath } from '@scoville/contract/community/albums/album-path.ts';
import { album, albumSongs } from '@scoville/contract/community/albums/albums.ts';
import { EMBED_SIZES } from '@scoville/contract/listening/embeds.ts';
import { shorten } from '@scoville/contract/platform/lib/shorten.ts';
import type { App } from '../../platform/app-context.ts';
import type { PageKind } from '../../frame/pages/page.ts';
import { musicAlbum, pictureOf } from './albums.schema-org.ts';
import { readAlbum, readAlbumSongs } from './read-album.ts';

/** The page at `/{name}/albums/{id}`. */
export const albumsPages = (app: App): PageKind[] => [
  async (path, _query, actor) => {
    const id = parseAlbumPath(path);
    if (id === null) return null;
    const data = await readAlbum(app, id);
    if (data === null)
      return { title: 'Not found', description: 'This album was not found.', canonical: null, status: 404 };
    const songs = await readAlbumSongs(app, actor, id);
    const by = data.musician.displayName;
    return {
      title: `${data.title} by ${by}`,
      description: shorten(data.credits, 200) || `An album by ${by}.`,
      canonical: albumPath(data),
      image: pictureOf(data, songs.media),
      kind: 'music.album',
      ...(songs.media.length > 0 && {
        player: { path: albumEmbedPath(id), ...EMBED_SIZES.list },
      }),
      jsonLd: { '@context': 'https://schema.org', ...musicAlbum(app.env.PUBLIC_URL, data, songs.media) },
      screen: 'community/albums/album-screen.tsx',
      queries: [
        { path: album.path, params: { id }, data },
        { path: albumSongs.path, params: { id }, data: songs },
      ],
      outline: {
        heading: data.title,
        text: `${by}. ${shorten(data.credits, 300)}`,
        lists: [{ title: 'Songs', links: songs.media.map((one) => ({ href: mediaPath(one), text: one.title })) }],
      },
    };
  },
];
