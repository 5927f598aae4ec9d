import { createHash } from 'node:crypto';
import { type Episode, type Feed, newestItems } from './feed.ts';

/**
 * Characters that XML 1.0 can't represent (section 2.2): control characters, unpaired surrogates, and two
 * noncharacters.
 */
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const escape = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(NOT_XML, '')
    .replaceAll(/[&<>"']/g, (one) => ENTITIES[one] ?? '');

/** The most bytes of a description, by Apple's rules for feeds. */
const MAX_DESCRIPTION = 4000;
/** Apple's rules use the older name for the type of M4A files. */
const APPLE_TYPES: Record<string, string> = { 'audio/mp4': 'audio/x-m4a' };

/**
 * Turns plain text into HTML, because readers parse descriptions as HTML: escapes special characters, keeps line breaks,
 * and stops at the maximum length of a description.
 */
function asHtml(text: string): string {
  let html = '';
  let bytes = 0;
  for (const character of text) {
    const written = escape(character).replace('\n', '<br>');
    bytes += Buffer.byteLength(written);
    if (bytes > MAX_DESCRIPTION) break;
    html += written;
  }
  return html.trim();
}

type Attributes = Record<string, string | number | null>;

/** An element with a text or child elements. Attributes that are null are left out. */
function element(name: string, content: string | readonly string[] | null, attributes: Attributes = {}): string {
  const given = Object.entries(attributes)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => ` ${key}="${escape(String(value))}"`)
    .join('');
  if (content === null) return `<${name}${given}/>`;
  return `<${name}${given}>${typeof content === 'string' ? escape(content) : content.join('')}</${name}>`;
}

/** The namespace of `podcast:guid` (podcastindex.org), which identifies a feed by the version 5 UUID of its address. */
const GUID_NAMESPACE = 'ead4c236bf5858c6a2c6a6b28d128cb6';

/** A version 5 UUID (RFC 9562, section 5.5) of the address without its scheme. */
export function feedGuid(url: string): string {
  let name = url.replace(/^[a-z]+:\/\//, '');
  while (name.endsWith('/')) name = name.slice(0, -1);
  const bytes = createHash('sha1').update(Buffer.from(GUID_NAMESPACE, 'hex')).update(name).digest().subarray(0, 16);
  bytes[6] = 0x50 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** RSS 2.0 with the namespaces that podcast apps use: itunes and podcast. */
export function renderRss(feed: Feed): string {
  const { title, url, text, author, artwork, rss, firstRss, product, episodes } = feed;
  const newest = episodes[0]?.published;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(
    'rss',
    [
      element('channel', [
        element('title', title),
        element('link', url),
        element('description', asHtml(text)),
        element('language', 'en'),
        element('generator', product),
        newest === undefined ? '' : element('pubDate', newest.toUTCString()),
        element('atom:link', null, { rel: 'self', type: 'application/rss+xml', href: rss }),
        element('image', [element('url', artwork), element('title', title), element('link', url)]),
        element('itunes:image', null, { href: artwork }),
        element('itunes:author', author),
        element('itunes:category', null, { text: 'Music' }),
        element('itunes:explicit', 'false'),
        element('itunes:type', 'episodic'),
        element('podcast:guid', feedGuid(firstRss)),
        element('podcast:locked', 'no'),
        element('podcast:medium', 'music'),
        ...newestItems(episodes, (episode) => itemOf(episode, author)),
      ]),
    ],
    {
      version: '2.0',
      'xmlns:atom': 'http://www.w3.org/2005/Atom',
      'xmlns:itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
      'xmlns:podcast': 'https://podcastindex.org/namespace/1.0',
    },
  )}\n`;
}

function itemOf(episode: Episode, author: string): string {
  const { id, title, url, text, categories, published, length, artwork, enclosure, others } = episode;
  return element('item', [
    element('title', title),
    element('link', url),
    element('guid', id, { isPermaLink: 'false' }),
    element('pubDate', published.toUTCString()),
    element('description', asHtml(text || title)),
    ...categories.map((category) => element('category', category)),
    element('enclosure', null, {
      url: enclosure.url,
      length: enclosure.bytes,
      type: APPLE_TYPES[enclosure.type] ?? enclosure.type,
    }),
    element('itunes:author', author),
    length === null ? '' : element('itunes:duration', String(length)),
    element('itunes:explicit', 'false'),
    artwork === null ? '' : element('itunes:image', null, { href: artwork }),
    ...others.map(({ url: uri, type, bytes, bitrate }) =>
      element('podcast:alternateEnclosure', [element('podcast:source', null, { uri })], {
        type,
        length: bytes,
        bitrate,
      }),
    ),
  ]);
}
