import { mediaEmbedPath, mediaPath, parseProfilePath } from '@scoville/contract/platform/http/addresses.ts';
import { EMBED_SIZES } from '@scoville/contract/listening/embeds.ts';
import { type Media, media } from '@scoville/contract/catalogue/media/media.ts';
import { LINK_PARAMETER, mediaByLink } from '@scoville/contract/catalogue/media/linked-media.ts';
import { shorten } from '@scoville/contract/platform/lib/shorten.ts';
import type { App } from '../../platform/app-context.ts';
import type { Page, PageKind } from '../../frame/pages/page.ts';
import { lastingPicture } from './media.addresses.ts';
import { findMediaFor } from './media.read.ts';
import { recording } from './media.schema-org.ts';

/**
 * The page for a visitor with the item's private link: robots skip it, it has no embedded player, and it isn't cached.
 */
const privatePage = (id: string, token: string, data: Media): Page => ({
  title: `${data.title} by ${data.musician.displayName}`,
  description: `A ${data.mediaType} by ${data.musician.displayName}, shared by a private link.`,
  canonical: null,
  isCacheable: false,
  screen: 'catalogue/media/media-screen.tsx',
  queries: [{ path: mediaByLink.path, params: { id, token }, data }],
  outline: { heading: data.title, text: `${data.musician.displayName}. ${shorten(data.description, 300)}` },
});

/** The pages at `/{name}/{mediaId}` and `/{name}/{songs or videos}/{mediaId}`. */
export const mediaPages = (app: App): PageKind[] => [
  async (path, query, actor) => {
    const id = parseProfilePath(path)?.mediaId ?? null;
    if (id === null) return null;
    const token = query.get(LINK_PARAMETER) ?? undefined;
    const data = await findMediaFor(app, actor, id, { detail: true, token });
    if (data === null)
      return {
        title: 'Not found',
        description: 'This media was not found.',
        canonical: null,
        status: 404,
        ...(token !== undefined && { isCacheable: false }),
      };
    if (token !== undefined && !data.published) return privatePage(id, token, data);
    const by = data.musician.displayName;
    return {
      title: `${data.title} by ${by}`,
      description: shorten(data.description, 200) || `A ${data.mediaType} by ${by}.`,
      canonical: data.published ? mediaPath(data) : null,
      image: data.published ? lastingPicture(data) : null,
      preloadImage: data.artwork?.webp700 ?? data.poster,
      screen: 'catalogue/media/media-screen.tsx',
      queries: [{ path: media.path, params: { id }, data }],
      kind: data.mediaType === 'song' ? 'music.song' : 'video.other',
      player: { path: mediaEmbedPath(id), ...EMBED_SIZES[data.mediaType] },
      jsonLd: { '@context': 'https://schema.org', ...recording(app.env.PUBLIC_URL, data) },
      outline: { heading: data.title, text: `${by}. ${shorten(data.description, 300)}` },
    };
  },
];
