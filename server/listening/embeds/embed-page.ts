import { mediaPath } from '@scoville/contract/platform/http/addresses.ts';
import { artworkSvg } from '@scoville/contract/catalogue/media/artwork.ts';
import type { EmbeddedMedia } from '@scoville/contract/listening/embeds.ts';
import type { Media, MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { escapeHtml } from '../../platform/http/docs-page.ts';

/** A player that other sites embed. */
export interface EmbedPage {
  title: string;
  /** The creator, shown under the title. */
  by: { name: string; path: string } | null;
  /** The path of the page of the played item or list. */
  path: string;
  /** The address of a square picture; null for the generated one, made from `seed`. */
  picture: string | null;
  seed: string;
  /** The media to play; the first one is shown at once. */
  media: readonly MediaSummary[];
  /** The number of songs and videos in the list, if the player has only the first of them. */
  total?: number;
}

interface Site {
  productName: string;
  publicUrl: string;
  scripts: readonly string[];
  styles: readonly string[];
}

/** JSON that is safe inside a script element. */
const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

const minutes = (seconds: number | null): string =>
  seconds === null ? '' : `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** The fields of a media item that a player needs. */
export const toEmbeddedMedia = ({ id, title, mediaType, sources, poster }: MediaSummary): EmbeddedMedia => ({
  id,
  title,
  mediaType,
  sources,
  poster,
});

/** The whole document: a list of the media in plain HTML, and the data that the script needs to play them. */
export function renderEmbed({ productName, publicUrl, scripts, styles }: Site, page: EmbedPage): string {
  const out = (path: string, text: string) =>
    `<a href="${escapeHtml(publicUrl + path)}" target="_blank" rel="noopener">${escapeHtml(text)}</a>`;
  const picture = page.picture ?? `data:image/svg+xml,${encodeURIComponent(artworkSvg(page.seed))}`;
  const kinds = new Set(page.media.map(({ mediaType }) => mediaType));
  const played = page.media.map(toEmbeddedMedia);
  const [first] = page.media;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="dark light"><meta name="robots" content="noindex">',
    `<title>${escapeHtml(`${page.title} | ${productName}`)}</title>`,
    `<link rel="canonical" href="${escapeHtml(publicUrl + page.path)}">`,
    ...styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
    ...scripts.map((src) => `<script type="module" src="${escapeHtml(src)}"></script>`),
    `</head><body><main${page.media.length === 1 ? ' class="one"' : ''}>`,
    `<header><img src="${escapeHtml(picture)}" alt="" width="64" height="64"><div><h1>${out(page.path, page.title)}</h1>`,
    page.by === null ? '' : `<p>${out(page.by.path, page.by.name)}</p>`,
    `</div><p class="product">${out('/', productName)}</p></header>`,
    kinds.has('song') ? `<audio controls preload="none"${first?.mediaType === 'song' ? '' : ' hidden'}></audio>` : '',
    kinds.has('video')
      ? `<div class="picture"${first?.mediaType === 'video' ? '' : ' hidden'}><video controls playsinline preload="none"></video><button type="button" class="play">Play</button></div>`
      : '',
    page.media.length === 0 ? '<p>There is nothing to hear here yet.</p>' : '',
    page.media.length > 1 ? `<ol aria-label="Tracks">${page.media.map(trackHtml).join('')}</ol>` : '',
    (page.total ?? 0) > page.media.length ? `<p class="rest">${out(page.path, `All ${page.total} tracks`)}</p>` : '',
    `<p role="alert"></p><button type="button" class="again" hidden>Try again</button></main>`,
    `<script type="application/json" id="media">${scriptJson(played)}</script></body></html>`,
  ].join('');
}

const trackHtml = ({ title, length }: MediaSummary, index: number): string =>
  `<li><button type="button"${index === 0 ? ' aria-current="true"' : ''}><span>${escapeHtml(title)}</span> <span>${minutes(length)}</span></button></li>`;

/** The document for a player that doesn't exist. */
export const renderNoEmbed = ({ productName, publicUrl, styles }: Site): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="robots" content="noindex">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark light">',
    `<title>${escapeHtml(`Not found | ${productName}`)}</title>`,
    ...styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
    `</head><body><main><h1>This is no longer here</h1><p><a href="${escapeHtml(publicUrl)}" target="_blank" rel="noopener">Find more on ${escapeHtml(productName)}</a></p></main></body></html>`,
  ].join('');

/** The fields of a media item's page. */
export const pageOf = (media: Media): Pick<EmbedPage, 'title' | 'path' | 'picture' | 'seed'> => ({
  title: media.title,
  path: mediaPath(media),
  picture: media.artwork?.webp200 ?? media.poster,
  seed: media.id,
});
