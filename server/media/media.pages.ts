import { mediaEmbedPath, mediaPath, parseProfilePath } from '@scoville/contract/addresses.ts';
import { EMBED_SIZES } from '@scoville/contract/embeds.ts';
import { media } from '@scoville/contract/media.ts';
import type { App } from '../app-context.ts';
import type { PageKind } from '../pages/page.ts';
import { findMediaFor } from './media.read.ts';
import { recording } from './media.schema-org.ts';

/** `/{name}/{mediaId}` and `/{name}/{songs or videos}/{mediaId}`. */
export const mediaPages = (app: App): PageKind[] => [
  async (path, _query, actor) => {
    const id = parseProfilePath(path)?.mediaId ?? null;
    if (id === null) return null;
    const data = await findMediaFor(app, actor, id, { detail: true });
    if (data === null)
      return { title: 'Not found', description: 'This media was not found.', canonical: null, status: 404 };
    const by = data.musician.displayName;
    return {
      title: `${data.title} by ${by}`,
      description: data.description.slice(0, 200) || `A ${data.mediaType} by ${by}.`,
      canonical: data.published ? mediaPath(data) : null,
      image: data.artworkImg ?? data.poster,
      preloadImage: data.artwork?.webp700 ?? data.poster,
      screen: 'media/media-screen.tsx',
      queries: [{ path: media.path, params: { id }, data }],
      kind: data.mediaType === 'song' ? 'music.song' : 'video.other',
      player: { path: mediaEmbedPath(id), ...EMBED_SIZES[data.mediaType] },
      jsonLd: { '@context': 'https://schema.org', ...recording(app.env.PUBLIC_URL, data) },
      outline: { heading: data.title, text: `${by}. ${data.description.slice(0, 300)}` },
    };
  },
];
