import { cleanText } from '@scoville/contract/clean-text.ts';
import fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { newId } from '../ids.ts';
import type { EpisodeFile, EpisodeRow } from './episodes.queries.ts';
import { feedOf } from './feed.ts';
import { jsonFeedOf } from './json-feed.ts';
import { rssOf } from './rss.ts';

const ORIGIN = 'https://music.example';
/** What a text on the site may be, by the contract. */
const someText = fc
  .oneof(fc.string({ unit: 'binary' }), fc.constantFrom('<b>', ']]>', '&amp;', '<script>', 'two\nlines', '"', '\u2028'))
  .map(cleanText);
const someTitle = someText.map((text) => text || 'Kettle');
const someTime = fc.date({ min: new Date('1995-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
const someFile: fc.Arbitrary<EpisodeFile> = fc.record({
  role: fc.constantFrom('aac' as const, 'opus' as const, 'mp4' as const, 'hls-audio' as const, 'hls-master' as const),
  mime: fc.constantFrom('audio/mp4', 'audio/webm', 'video/mp4', 'application/vnd.apple.mpegurl'),
  bytes: fc.integer({ min: 1, max: 2 ** 40 }),
  bitrate: fc.option(fc.integer({ min: 1, max: 400_000 })),
});
const someEpisode: fc.Arbitrary<EpisodeRow> = fc.record({
  id: fc.nat().map(newId),
  title: someTitle,
  description: someText,
  tags: fc.uniqueArray(someTitle, { maxLength: 4 }),
  published_at: someTime,
  updated_at: someTime,
  length_seconds: fc.option(fc.double({ min: 0.01, max: 100_000, noNaN: true })),
  has_picture: fc.boolean(),
  files: fc.array(someFile, { minLength: 1, maxLength: 4 }),
});
const someFeed = fc
  .record({
    displayName: someTitle,
    bio: someText,
    picture: fc.boolean(),
    rows: fc.uniqueArray(someEpisode, { selector: ({ id }) => id, maxLength: 5 }),
  })
  .map(({ displayName, bio, picture, rows }) => {
    const id = newId();
    const profileImg = picture ? `/images/profile/${id}/1/200.jpg` : null;
    const who = { id, username: null, displayName, bio, profileImg } as Parameters<typeof feedOf>[1];
    const newestFirst = rows.toSorted((one, other) => other.published_at.getTime() - one.published_at.getTime());
    return {
      rows: newestFirst,
      feed: feedOf({ product: 'Scoville', publicUrl: ORIGIN, firstUrl: ORIGIN }, who, newestFirst),
    };
  });

/** A channel or an item: each name has what stands under it, however often. */
type Element = Record<string, unknown[]>;
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  parseTagValue: false,
  trimValues: false,
  isArray: (name, _path, _isLeaf, isAttribute) => !isAttribute && name !== 'rss',
});
const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? textOf((value as Element)['#text'] ?? '') : String(value);
const attributesOf = (value: unknown) => value as Record<string, string>;
const only = (of: Element, name: string): unknown => {
  expect(of[name], name).toHaveLength(1);
  return of[name]?.[0];
};

/** RFC 822 with a year of four digits, as RSS has it. */
const RFC_822 =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;
const MIME = /^(audio|video|application)\/[\w.+-]+$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isAddress = (text: unknown): boolean =>
  typeof text === 'string' && new URL(text).href === text && text.startsWith(ORIGIN);
const isPicture = (text: unknown): boolean => isAddress(text) && /\.(jpg|png)$/.test(String(text));
/** No element but a line break: nothing that a reader would run or fetch. */
const isHarmless = (html: string): boolean => !html.replaceAll('<br>', '').includes('<');

/** Named once at most in a channel or an item. */
function expectOnce(of: Element, more: readonly string[]): void {
  for (const [name, values] of Object.entries(of)) if (!more.includes(name)) expect(values, name).toHaveLength(1);
}

describe('what validators ask of a feed, whatever is in it', () => {
  it('holds for RSS 2.0 with the Atom, iTunes and Podcasting 2.0 namespaces', () => {
    fc.assert(
      fc.property(someFeed, ({ rows, feed }) => {
        const xml = rssOf(feed);
        expect(xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" ')).toBe(true);
        expect(XMLValidator.validate(xml)).toBe(true);
        const channel = (parser.parse(xml) as { rss: { channel: [Element] } }).rss.channel[0];
        expectOnce(channel, ['item']);
        expect(textOf(only(channel, 'title'))).not.toBe('');
        expect(isAddress(textOf(only(channel, 'link')))).toBe(true);
        const about = textOf(only(channel, 'description'));
        expect(about).not.toBe('');
        expect(isHarmless(about)).toBe(true);
        expect(attributesOf(only(channel, 'atom:link'))).toEqual({
          '@rel': 'self',
          '@type': 'application/rss+xml',
          '@href': feed.rss,
        });
        expect(textOf(only(channel, 'language'))).toMatch(/^[a-z]{2}(-[a-z]{2})?$/);
        expect(textOf(only(channel, 'itunes:explicit'))).toMatch(/^(true|false)$/);
        expect(textOf(only(channel, 'itunes:type'))).toMatch(/^(episodic|serial)$/);
        expect(attributesOf(only(channel, 'itunes:category'))).toEqual({ '@text': 'Music' });
        expect(textOf(only(channel, 'itunes:author'))).not.toBe('');
        expect(textOf(only(channel, 'podcast:guid'))).toMatch(UUID);
        expect(textOf(only(channel, 'podcast:medium'))).toBe('music');
        if (feed.picture !== null) {
          expect(isPicture(attributesOf(only(channel, 'itunes:image'))['@href'])).toBe(true);
          const image = only(channel, 'image') as Element;
          expect(isPicture(textOf(only(image, 'url')))).toBe(true);
          // As in the channel.
          for (const name of ['title', 'link']) expect(only(image, name)).toEqual(only(channel, name));
        }
        const items = (channel['item'] ?? []) as Element[];
        expect(items).toHaveLength(rows.length);
        if (items.length > 0) expect(only(channel, 'pubDate')).toEqual(only(items[0] ?? {}, 'pubDate'));
        expect(new Set(items.map((item) => textOf(only(item, 'guid')))).size).toBe(items.length);
        for (const item of items) expectItem(item);
      }),
    );
  });

  function expectItem(item: Element): void {
    expectOnce(item, ['category', 'podcast:alternateEnclosure']);
    expect(textOf(only(item, 'title'))).not.toBe('');
    expect(isAddress(textOf(only(item, 'link')))).toBe(true);
    // It is no address.
    expect(attributesOf(only(item, 'guid'))['@isPermaLink']).toBe('false');
    const date = textOf(only(item, 'pubDate'));
    expect(date).toMatch(RFC_822);
    expect(new Date(date).toUTCString()).toBe(date);
    const words = textOf(only(item, 'description'));
    expect(words).not.toBe('');
    expect(isHarmless(words)).toBe(true);
    for (const category of item['category'] ?? []) expect(textOf(category)).not.toBe('');
    const enclosure = attributesOf(only(item, 'enclosure'));
    expect(isAddress(enclosure['@url'])).toBe(true);
    expect(enclosure['@length']).toMatch(/^[1-9]\d*$/);
    expect(enclosure['@type']).toMatch(MIME);
    if (item['itunes:duration']) expect(textOf(only(item, 'itunes:duration'))).toMatch(/^[1-9]\d*$/);
    expect(textOf(only(item, 'itunes:explicit'))).toMatch(/^(true|false)$/);
    if (item['itunes:image']) expect(isPicture(attributesOf(only(item, 'itunes:image'))['@href'])).toBe(true);
    for (const other of (item['podcast:alternateEnclosure'] ?? []) as Element[]) {
      expect(String(other['@type'])).toMatch(MIME);
      expect(isAddress(attributesOf(only(other, 'podcast:source'))['@uri'])).toBe(true);
    }
  }

  it('holds for JSON Feed 1.1', () => {
    fc.assert(
      fc.property(someFeed, ({ rows, feed }) => {
        const json = JSON.parse(jsonFeedOf(feed));
        expect(json.version).toBe('https://jsonfeed.org/version/1.1');
        expect(json.title).not.toBe('');
        for (const address of [json.home_page_url, json.feed_url, json.authors[0].url])
          expect(isAddress(address)).toBe(true);
        expect(json.authors[0].name).not.toBe('');
        expect(json.items).toHaveLength(rows.length);
        expect(new Set(json.items.map(({ id }: { id: string }) => id)).size).toBe(rows.length);
        for (const item of json.items) {
          expect(item.id).toMatch(UUID);
          expect(isAddress(item.url)).toBe(true);
          expect(item.content_text).not.toBe('');
          for (const time of [item.date_published, item.date_modified]) expect(new Date(time).toISOString()).toBe(time);
          for (const tag of item.tags ?? []) expect(tag).not.toBe('');
          expect(item.attachments.length).toBeGreaterThan(0);
          for (const file of item.attachments) {
            expect(isAddress(file.url)).toBe(true);
            expect(file.mime_type).toMatch(MIME);
            expect(Number.isSafeInteger(file.size_in_bytes) && file.size_in_bytes > 0).toBe(true);
            expect(file.duration_in_seconds ?? 1).toBeGreaterThan(0);
          }
        }
      }),
    );
  });
});
