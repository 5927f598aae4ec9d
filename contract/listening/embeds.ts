import * as z from 'zod/mini';
import { endpoint } from '../platform/http/endpoint.ts';
import { MediaSummary } from '../catalogue/media/media.ts';
import { ById } from '../platform/lib/values.ts';

/**
 * Pixels of a player in another site's page: a song is a strip, a video is a 16:9 picture below its title, and a
 * profile, a playlist and an album are lists.
 */
export const EMBED_SIZES = {
  song: { width: 480, height: 152 },
  video: { width: 560, height: 402 },
  list: { width: 480, height: 420 },
} as const;

/** The HTML that another site pastes into its page to embed a player: a frame of this size. */
export const embedCode = (player: { url: string; title: string; width: number; height: number }): string =>
  `<iframe src="${escaped(player.url)}" width="${player.width}" height="${player.height}" ` +
  `title="${escaped(player.title)}" allow="autoplay; encrypted-media; fullscreen" loading="lazy" style="border:0"></iframe>`;

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const Pixels = z.optional(
  z.coerce.number('A size is a number of pixels.').check(z.int(), z.minimum(1), z.maximum(10_000)),
);

/** Describes to other sites how to embed the page at one of our addresses (oembed.com, 1.0). */
export const oembed = endpoint({
  method: 'GET',
  path: '/api/oembed',
  access: 'anyone',
  forEverybody: true,
  forOtherSites: true,
  summary: 'Describe the player of a song, video, profile, playlist or album for sites that link to it (oEmbed)',
  query: z.object({
    /** Long enough for tracking parameters. */
    url: z.string('Name the address.').check(z.maxLength(4000, 'This address is too long.')),
    maxwidth: Pixels,
    maxheight: Pixels,
    format: z.optional(z.string().check(z.maxLength(10))),
  }),
  reply: z.object({
    version: z.literal('1.0'),
    type: z.enum(['rich', 'video']),
    provider_name: z.string(),
    provider_url: z.string(),
    title: z.string(),
    author_name: z.string(),
    author_url: z.string(),
    /** Seconds for which the consumer may cache this. */
    cache_age: z.int(),
    thumbnail_url: z.optional(z.string()),
    thumbnail_width: z.optional(z.int()),
    thumbnail_height: z.optional(z.int()),
    html: z.string(),
    width: z.int(),
    height: z.int(),
  }),
});

/**
 * Issues an anonymous id for the listener of a player in another site's page, from which browsers don't send our
 * cookies. The id is used only for counting.
 */
export const newListener = endpoint({
  method: 'POST',
  path: '/api/embeds/listener',
  access: 'anyone',
  forOtherSites: true,
  summary: 'Create a name for the listener of an embedded player, so that its plays are counted',
  reply: z.object({ listener: z.string() }),
  perMinute: 60,
});

/** The fields of each song or video that a player in another site's page gets. */
const EmbeddedMedia = z.pick(MediaSummary, { id: true, title: true, mediaType: true, sources: true, poster: true });
export type EmbeddedMedia = z.infer<typeof EmbeddedMedia>;

/** The file addresses expire, so a player that stays open requests new addresses. */
export const embeddedMedia = endpoint({
  method: 'GET',
  path: '/api/embeds/media/:id',
  access: 'anyone',
  forEverybody: true,
  forOtherSites: true,
  summary: 'Get the song or video that an embedded player plays, with fresh file addresses',
  params: ById,
  reply: EmbeddedMedia,
});
