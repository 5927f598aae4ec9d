import { PAGES } from '@scoville/contract/platform/http/endpoint.ts';
import { oembed } from '@scoville/contract/listening/embeds.ts';
import { escapeHtml } from '../../platform/http/docs-page.ts';
import type { OutlineLink, Page } from './page.ts';

interface Site {
  productName: string;
  publicUrl: string;
  /** index.html of the browser app. */
  template: string;
  /** Addresses of the scripts behind a screen's source file. */
  scriptsOf: (screen: string) => string[];
}

/**
 * JSON that is safe inside a script element, because it can't contain the end of the element (HTML, section 4.12.1.3).
 */
const scriptJson = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);

/**
 * Largest size in bytes of a page's data for its script, and of its data for search engines. Larger data is left out,
 * and the browser requests it like after a click.
 */
const MAX_DATA = 180_000;
const MAX_JSON_LD = 60_000;

/** The whole document of a page: head, outline and boot data written into the built template. */
export function renderPage(
  site: Site,
  page: Page,
  boot: { settings: unknown; me: unknown; seed?: number | undefined },
): string {
  let bytes = 0;
  const queries = (page.queries ?? []).flatMap(({ path, params, query, body, pages, data }) => {
    const key = [path, params ?? {}, query ?? {}, ...(body ? [body] : []), ...(pages ? [PAGES] : [])];
    const written = scriptJson({ key, data });
    const size = Buffer.byteLength(written);
    if (bytes + size > MAX_DATA) return [];
    bytes += size;
    return [written];
  });
  const first = scriptJson(boot).slice(0, -1);
  const data = `<script type="application/json" id="boot">${first},"queries":[${queries.join()}]}</script>`;
  // The data follows the outline, which is painted while the data is still being parsed.
  return site.template
    .replace('<!--head-->', () => headHtml(site, page))
    .replace('<!--outline-->', () => outlineHtml(page))
    .replace('<!--boot-->', () => data);
}

function headHtml({ productName, publicUrl, scriptsOf }: Site, page: Page): string {
  const title = `${page.title} | ${productName}`;
  const absolute = (address: string) => (address.startsWith('/') ? publicUrl + address : address);
  const meta = (name: string, content: string) =>
    `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${escapeHtml(content)}">`;
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('description', page.description),
    meta('og:site_name', productName),
    meta('og:type', page.kind ?? 'website'),
    meta('og:title', page.title),
    meta('og:description', page.description),
    page.canonical === null
      ? meta('robots', 'noindex')
      : `<link rel="canonical" href="${escapeHtml(publicUrl + page.canonical)}">${meta('og:url', publicUrl + page.canonical)}`,
    page.image ? meta('og:image', absolute(page.image)) : '',
    meta('twitter:card', page.player ? 'player' : page.image ? 'summary_large_image' : 'summary'),
    page.player ? playerHtml(publicUrl, page.player.of ?? page.canonical, page.player) : '',
    page.feeds ? feedsHtml(publicUrl, page.title, page.feeds) : '',
    page.preloadImage
      ? `<link rel="preload" as="image" href="${escapeHtml(page.preloadImage)}" fetchpriority="high">`
      : '',
    ...(page.screen
      ? scriptsOf(page.screen).map(
          (href) => `<link rel="modulepreload" fetchpriority="low" href="${escapeHtml(href)}">`,
        )
      : []),
    page.jsonLd ? jsonLdHtml(scriptJson(page.jsonLd)) : '',
  ].join('');
}

const jsonLdHtml = (json: string): string =>
  Buffer.byteLength(json) <= MAX_JSON_LD ? `<script type="application/ld+json">${json}</script>` : '';

/** The links by which feed readers find a page's feeds (RSS Autodiscovery). */
const feedsHtml = (publicUrl: string, title: string, { rss, json }: NonNullable<Page['feeds']>): string =>
  [
    ['application/rss+xml', rss],
    ['application/feed+json', json],
  ]
    .map(
      ([type, path]) =>
        `<link rel="alternate" type="${type}" title="${escapeHtml(title)}" href="${escapeHtml(`${publicUrl}${path}`)}">`,
    )
    .join('');

/**
 * The tags by which other sites show the player instead of a preview: Twitter's card, and the oEmbed address
 * (oembed.com).
 */
function playerHtml(
  publicUrl: string,
  of: string | null,
  { path, width, height }: NonNullable<Page['player']>,
): string {
  const tag = (name: string, content: string | number) =>
    `<meta name="twitter:${name}" content="${escapeHtml(String(content))}">`;
  if (of === null) return '';
  const ask = `${publicUrl}${oembed.path}?${new URLSearchParams({ url: publicUrl + of, format: 'json' })}`;
  return [
    tag('player', publicUrl + path),
    tag('player:width', width),
    tag('player:height', height),
    `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(ask)}">`,
  ].join('');
}

/** The same width as the picture of a card, so that the browser chooses the same file for both. */
const pictureHtml = ({ src, srcset }: NonNullable<OutlineLink['picture']>): string => {
  const choice = srcset ? ` srcset="${escapeHtml(srcset)}" sizes="160px"` : '';
  return `<img src="${escapeHtml(src)}"${choice} alt="" width="700" height="700">`;
};
const linkHtml = ({ href, text, picture }: OutlineLink): string =>
  `<li><a href="${escapeHtml(href)}">${picture ? pictureHtml(picture) : ''}${escapeHtml(text)}</a></li>`;

function outlineHtml({ outline, preloadImage, kind }: Page): string {
  if (outline === undefined) return '';
  const lists = (outline.lists ?? [])
    .filter(({ links }) => links.length > 0)
    .map(
      ({ title, links }) =>
        `<section><h2>${escapeHtml(title)}</h2><ul${links.some(({ picture }) => picture) ? ' class="covers"' : ''}>${links.map(linkHtml).join('')}</ul></section>`,
    );
  const text = outline.text ? `<p>${escapeHtml(outline.text)}</p>` : '';
  const picture = preloadImage
    ? `<img src="${escapeHtml(preloadImage)}" alt="" width="700" height="700" fetchpriority="high">`
    : outline.banner
      ? `<img class="banner" src="${escapeHtml(outline.banner)}" alt="" width="700" height="700">`
      : '';
  return `<main class="outline-page" data-kind="${kind ?? 'website'}">${picture}<h1>${escapeHtml(outline.heading)}</h1>${text}${lists.join('')}</main>`;
}
