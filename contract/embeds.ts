import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { MediaSummary } from './media.ts';
import { ById } from './values.ts';

/**
 * Pixels of a player in another site's page: a song is a strip, a video is a 16:9 picture below its title, and a profile,
 * a playlist and an album are lists. */
export const EMBED_SIZES = {
  song: { width: 480, height: 152 },
  video: { width: 560, height: 402 },
  list: { width: 480, height: 420 },
} as const;

/** A player as other sites put it into their pages: the HTML of its frame, of these pixels. */
export const embedCode = (player: { url: string; title: string; width: number; height: number }): string =>
  `<iframe src="${escaped(player.url)}" width="${player.width}" height="${player.height}" ` +
  `title="${escaped(player.title)}" allow="autoplay; encrypted-media; fullscreen" loading="lazy" style="border:0"></iframe>`;

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const Pixels = z.optional(
  z.coerce.number('A size is a number of pixels.').check(z.int(), z.minimum(1), z.maximum(10_000)),
);

/** Tells other sites how to show what one of our addresses leads to (oembed.com, 1.0). */
export const oembed = endpoint({
  method: 'GET',
  path: '/api/oembed',
  access: 'anyone',
  forEverybody: true,
  forOtherSites: true,
  summary: 'The player of a song, a video, a profile, a playlist or an album, for sites that link to it (oEmbed)',
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
    /** Seconds that this may be kept. */
    cache_age: z.int(),
    thumbnail_url: z.optional(z.string()),
    thumbnail_width: z.optional(z.int()),
    thumbnail_height: z.optional(z.int()),
    html: z.string(),
    width: z.int(),
    height: z.int(),
  }),
});

/** A name for whoever listens by a player in another site's page, from where no cookie reaches us; it is for counting alone. */
export const newListener = endpoint({
  method: 'POST',
  path: '/api/embeds/listener',
  access: 'anyone',
  forOtherSites: true,
  summary: 'A name for the listener of a player in another site’s page, so that what is played there is counted',
  reply: z.object({ listener: z.string() }),
  perMinute: 60,
});

/** What a player in another site's page is given of each media. */
const EmbeddedMedia = z.pick(MediaSummary, { id: true, title: true, mediaType: true, sources: true, poster: true });
export type EmbeddedMedia = z.infer<typeof EmbeddedMedia>;

/** Its file addresses expire, so a player that stays open requests new ones. */
export const embeddedMedia = endpoint({
  method: 'GET',
  path: '/api/embeds/media/:id',
  access: 'anyone',
  forEverybody: true,
  forOtherSites: true,
  summary: 'What a player in another site’s page plays, with fresh addresses',
  params: ById,
  reply: EmbeddedMedia,
});
