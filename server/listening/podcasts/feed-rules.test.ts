import { cleanText } from '@scoville/contract/platform/lib/clean-text.ts';
import fc from 'fast-check';
import { parseRssFeed } from 'feedsmith';
import { describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { podcastFaults } from '../../testkit/podcast-rules.ts';
import type { EpisodeFile, EpisodeRow } from './episodes.queries.ts';
import { buildFeed } from './feed.ts';
import { renderJsonFeed } from './json-feed.ts';
import { renderRss } from './rss.ts';

const ORIGIN = 'https://music.example';
/** Any text that the contract accepts. */
const someText = fc
  .oneof(fc.string({ unit: 'binary' }), fc.constantFrom('<b>', ']]>', '&amp;', '<script>', 'two\nlines', '"', '\u2028'))
  .map(cleanText);
const someTitle = someText.map((text) => text || 'Kettle');
const someWords = fc.oneof(someText, fc.constantFrom('&'.repeat(5000), '🎸 \n'.repeat(1500)).map(cleanText));
const someTime = fc.date({ min: new Date('1995-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
const MIMES = {
  aac: 'audio/mp4',
  mp4: 'video/mp4',
  'hls-audio': 'audio/mp4',
  opus: 'audio/webm',
  'hls-master': 'application/vnd.apple.mpegurl',
} as const;
const someFile = (...roles: EpisodeFile['role'][]): fc.Arbitrary<EpisodeFile> =>
  fc
    .record({
      role: fc.constantFrom(...roles),
      bytes: fc.integer({ min: 1, max: 2 ** 40 }),
      bitrate: fc.option(fc.integer({ min: 1, max: 400_000 })),
    })
    .map((file) => ({ ...file, mime: MIMES[file.role] }));
/** At least one complete file, in the form of the query's rows. */
const someFiles = fc
  .tuple(someFile('aac', 'mp4', 'hls-audio'), fc.array(someFile('aac', 'opus', 'hls-master'), { maxLength: 3 }))
  .map(([whole, others]) => [...others, whole]);
const someEpisode: fc.Arbitrary<EpisodeRow> = fc.record({
  id: fc.nat().map(newId),
  title: someTitle,
  description: someWords,
  genres: fc.uniqueArray(someTitle, { maxLength: 5 }),
  tags: fc.uniqueArray(someTitle, { maxLength: 4 }),
  published_at: someTime,
  updated_at: someTime,
  length_seconds: fc.option(fc.double({ min: 0.01, max: 100_000, noNaN: true })),
  has_picture: fc.boolean(),
  artwork_version: fc.integer({ min: 1 }),
  has_large_artwork: fc.boolean(),
  files: someFiles,
});
const someFeed = fc
  .record({
    displayName: someTitle,
    bio: someWords,
    pictures: fc.record({
      profile: fc.option(fc.integer({ min: 1 })),
      isDrawn: fc.boolean(),
      album: fc.option(fc.record({ id: fc.nat().map(newId), version: fc.integer({ min: 1 }) })),
    }),
    rows: fc.uniqueArray(someEpisode, { selector: ({ id }) => id, maxLength: 5 }),
  })
  .map(({ displayName, bio, pictures, rows }) => {
    const id = newId();
    const who = { id, username: null, displayName, bio } as Parameters<typeof buildFeed>[1];
    const newestFirst = rows.toSorted((one, other) => other.published_at.getTime() - one.published_at.getTime());
    return {
      rows: newestFirst,
      feed: buildFeed({ product: 'Scoville', publicUrl: ORIGIN, firstUrl: ORIGIN }, who, pictures, newestFirst),
    };
  });

const MIME = /^(audio|video|application)\/[\w.+-]+$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isAddress = (text: unknown): boolean =>
  typeof text === 'string' && new URL(text).href === text && text.startsWith(ORIGIN);
describe('the rules of feed validators, for any content', () => {
  it('are met by RSS 2.0 with the Atom, iTunes and Podcasting 2.0 namespaces', () => {
    fc.assert(
      fc.property(someFeed, ({ rows, feed }) => {
        const xml = renderRss(feed);
        expect(podcastFaults(xml)).toEqual([]);
        const { title, description, pubDate, items = [], atom, image } = parseRssFeed(xml);
        expect(title).toBe(feed.title);
        expect(atom?.links).toEqual([{ rel: 'self', type: 'application/rss+xml', href: feed.rss }]);
        expect(image).toMatchObject({ url: feed.artwork, title, link: feed.url });
        expect(items).toHaveLength(rows.length);
        if (items.length > 0) expect(pubDate).toBe(items[0]?.pubDate);
        // Feed readers parse descriptions as HTML. Line breaks are the only elements, so readers run and fetch nothing.
        for (const html of [description, ...items.map((item) => item.description)])
          expect(html?.replaceAll('<br>', '')).not.toContain('<');
        for (const item of items) expect(isAddress(item.link)).toBe(true);
      }),
    );
  });

  it('are met by JSON Feed 1.1', () => {
    fc.assert(
      fc.property(someFeed, ({ rows, feed }) => {
        const json = JSON.parse(renderJsonFeed(feed));
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
