import { XMLValidator } from 'fast-xml-parser';
import sharp from 'sharp';
import { type Element, LANGUAGE, type Report, all, attribute, checkAddress, parser, textIn } from './feed-elements.ts';
import { checkPodcastTags } from './podcast-namespace.ts';

/*
 * Apple's rules, as published: "A Podcaster's Guide to RSS" (help.apple.com/itc/podcasts_connect,
 * itcb54353390) and "Apple Podcasts categories" (podcasters.apple.com/support/1691), read in November 2026.
 */

/** The top level of Apple's list of categories. */
const CATEGORIES = [
  'Arts',
  'Business',
  'Comedy',
  'Education',
  'Fiction',
  'Government',
  'Health & Fitness',
  'History',
  'Kids & Family',
  'Leisure',
  'Music',
  'News',
  'Religion & Spirituality',
  'Science',
  'Society & Culture',
  'Sports',
  'TV & Film',
  'Technology',
  'True Crime',
];
/** The subcategories of Music, the only category that we use. */
const IN_MUSIC = ['Music Commentary', 'Music History', 'Music Interviews'];
/** Types of enclosures by file extension. */
const ENCLOSURES: Record<string, string> = {
  m4a: 'audio/x-m4a',
  mp3: 'audio/mpeg',
  mov: 'video/quicktime',
  mp4: 'video/mp4',
  m4v: 'video/x-m4v',
  pdf: 'application/pdf',
};
/** RFC 2822, section 3.3, without comments and obsolete zones. */
const DATE =
  /^((Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d(:\d\d)? ([+-]\d{4}|GMT|UT)$/;
const DURATION = /^(\d+|(\d+:)?\d{1,2}:\d\d)$/;
/** Returns the only element with this name. If there are none or several, reports that and returns null. */
function one(of: Element, name: string, report: Report): Element | null {
  const found = all(of, name);
  if (found.length === 0) report(`has no <${name}>`);
  if (found.length > 1) report(`has ${found.length} <${name}>`);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Checks that an element has a text, without spaces around it and not too long: 4000 bytes or 255 characters (Apple). */
function checkText(of: Element, name: string, report: Report, most: 255 | 4000 = 255): void {
  const found = one(of, name, report);
  if (found === null) return;
  const text = textIn(found);
  if (text.trim() === '') report(`has an empty <${name}>`);
  if (text !== text.trim()) report(`has space around its <${name}>`);
  if ((most === 4000 ? Buffer.byteLength(text) : [...text].length) > most)
    report(`has a <${name}> longer than ${most}`);
}

function checkArtwork(of: Element, report: Report): void {
  const href = attribute(of, 'href');
  if (href === null) return report('has an <itunes:image> without href');
  checkAddress(href, 'has in <itunes:image>', report);
  if (!/\.(jpg|jpeg|png)$/.test(href)) report('has an <itunes:image> that ends neither in .jpg nor in .png');
}

function checkExplicit(of: Element, report: Report): void {
  if (!['true', 'false'].includes(textIn(of))) report('has an <itunes:explicit> that is neither true nor false');
}

function checkDate(of: Element, report: Report): void {
  const date = textIn(of);
  if (!DATE.test(date) || Number.isNaN(Date.parse(date))) report(`has a <pubDate> that is not of RFC 2822: “${date}”`);
  else if (/^[A-Z]/.test(date) && !new Date(date).toUTCString().startsWith(date.slice(0, 3)) && date.endsWith('GMT'))
    report(`has a <pubDate> on another day of the week: “${date}”`);
}

function checkCategory(of: Element, report: Report): void {
  const text = attribute(of, 'text') ?? '';
  if (!CATEGORIES.includes(text)) report(`has the category “${text}”, which is not in Apple’s list`);
  for (const inner of all(of, 'itunes:category'))
    if (text !== 'Music' || !IN_MUSIC.includes(attribute(inner, 'text') ?? ''))
      report(`has the subcategory “${attribute(inner, 'text')}”, which is not in Apple’s list`);
}

function checkChannel(channel: Element, report: Report): void {
  checkText(channel, 'title', report);
  checkText(channel, 'description', report, 4000);
  checkText(channel, 'link', report);
  checkAddress(textIn(all(channel, 'link')[0] ?? {}), 'has in <link>', report);
  checkText(channel, 'itunes:author', report);
  const artwork = one(channel, 'itunes:image', report);
  if (artwork !== null) checkArtwork(artwork, report);
  const language = one(channel, 'language', report);
  if (language !== null && !LANGUAGE.test(textIn(language))) report('has a <language> that is not of ISO 639');
  const explicit = one(channel, 'itunes:explicit', report);
  if (explicit !== null) checkExplicit(explicit, report);
  const categories = all(channel, 'itunes:category');
  if (categories.length === 0) report('has no <itunes:category>');
  for (const category of categories) checkCategory(category, report);
  for (const type of all(channel, 'itunes:type'))
    if (!['episodic', 'serial'].includes(textIn(type))) report('has an <itunes:type> that is none');
  for (const date of all(channel, 'pubDate')) checkDate(date, report);
  // RSS 2.0: an image has all its elements, with the same title and link as the channel.
  const image = one(channel, 'image', report);
  if (image !== null) {
    for (const name of ['url', 'title', 'link'])
      checkText(image, name, (fault) => report(`has an <image> that ${fault}`));
    checkAddress(textIn(all(image, 'url')[0] ?? {}), 'has in <image>', report);
    for (const name of ['title', 'link'])
      if (textIn(all(image, name)[0] ?? {}) !== textIn(all(channel, name)[0] ?? {}))
        report(`has an <image> with another ${name}`);
  }
  checkPodcastTags(channel, 'channel', report);
}

function checkItem(item: Element, report: Report): void {
  checkText(item, 'title', report);
  if (item['description'] !== undefined) checkText(item, 'description', report, 4000);
  const enclosure = one(item, 'enclosure', report);
  if (enclosure !== null) {
    const url = attribute(enclosure, 'url');
    const end = url?.split('.').at(-1) ?? '';
    if (url === null) report('has an enclosure without url');
    checkAddress(url, 'has an enclosure at', report);
    if (!/^[1-9]\d*$/.test(attribute(enclosure, 'length') ?? '')) report('has an enclosure without length in bytes');
    if (ENCLOSURES[end] === undefined) report(`has an enclosure that ends in .${end}`);
    else if (attribute(enclosure, 'type') !== ENCLOSURES[end])
      report(`has an enclosure of the type ${attribute(enclosure, 'type')} that ends in .${end}`);
  }
  checkText(item, 'guid', report);
  const date = one(item, 'pubDate', report);
  if (date !== null) checkDate(date, report);
  for (const duration of all(item, 'itunes:duration'))
    if (!DURATION.test(textIn(duration)) || textIn(duration) === '0') report('has an <itunes:duration> that is none');
  for (const explicit of all(item, 'itunes:explicit')) checkExplicit(explicit, report);
  for (const artwork of all(item, 'itunes:image')) checkArtwork(artwork, report);
  checkPodcastTags(item, 'item', report);
}

const NAMESPACES: [prefix: string, uri: string][] = [
  ['itunes', 'http://www.itunes.com/dtds/podcast-1.0.dtd'],
  ['podcast', 'https://podcastindex.org/namespace/1.0'],
];

/** Lists the reasons for which a directory would refuse or misread this feed (RSS), as sentences. */
export function podcastFaults(xml: string): string[] {
  const wellFormed = XMLValidator.validate(xml);
  if (wellFormed !== true) return [`The feed is no XML: ${wellFormed.err.msg}`];
  const faults: string[] = [];
  const [rss] = all(parser.parse(xml) as Element, 'rss');
  if (rss === undefined || attribute(rss, 'version') !== '2.0') return ['The feed is no RSS 2.0.'];
  for (const [prefix, uri] of NAMESPACES)
    if (attribute(rss, `xmlns:${prefix}`) !== uri) faults.push(`The namespace ${prefix} is not ${uri}.`);
  const channel = one(rss, 'channel', (fault) => faults.push(`The feed ${fault}.`));
  if (channel === null) return faults;
  checkChannel(channel, (fault) => faults.push(`The channel ${fault}.`));
  const items = all(channel, 'item');
  items.forEach((item, index) => checkItem(item, (fault) => faults.push(`Item ${index + 1} ${fault}.`)));
  const guids = items.map((item) => textIn(all(item, 'guid')[0] ?? {}));
  if (new Set(guids).size < guids.length) faults.push('Two items have the same <guid>.');
  return faults;
}

/** The addresses of all artwork in a feed, the channel's first. */
export function artworkAddresses(xml: string): string[] {
  const [rss] = all(parser.parse(xml) as Element, 'rss');
  const channel = all(rss ?? {}, 'channel')[0] ?? {};
  const images = [channel, ...all(channel, 'item')].flatMap((of) => all(of, 'itunes:image'));
  return images.map((image) => attribute(image, 'href') ?? '');
}

/** Lists the reasons for which a directory would refuse a picture, given its bytes and its address. */
export async function artworkFaults(bytes: Buffer, address: string): Promise<string[]> {
  const { width, height, format, space, hasAlpha } = await sharp(bytes).metadata();
  const faults: string[] = [];
  if (width !== height) faults.push(`It is no square: ${width}×${height}.`);
  if (Math.min(width, height) < 1400) faults.push(`It is smaller than 1400 pixels: ${width}×${height}.`);
  if (Math.max(width, height) > 3000) faults.push(`It is larger than 3000 pixels: ${width}×${height}.`);
  if (format !== (address.endsWith('.png') ? 'png' : 'jpeg')) faults.push(`It is a ${format} behind ${address}.`);
  if (space !== 'srgb') faults.push(`Its colours are ${space}, not RGB.`);
  if (hasAlpha) faults.push('It is transparent.');
  return faults;
}
