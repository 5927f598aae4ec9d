import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { mediaByLink } from './linked-media.ts';
import { ById } from './values.ts';

/** A file of captions or lyrics may have so many bytes of UTF-8. */
export const MAX_TIMED_TEXT_KB = 200;

/**
 * A part of what is sung or said, without any markup; times in seconds from the start of the media. A caption has both
 * times, a line of timed lyrics the first, a line of plain lyrics none.
 */
export const TimedLine = z.object({
  start: z.nullable(z.number()),
  end: z.nullable(z.number()),
  text: z.string(),
});
export type TimedLine = z.infer<typeof TimedLine>;

/** What a parser found: lines, or what is wrong with the file, in words for whoever wrote it. */
export type ParsedText = { lines: TimedLine[] } | { problem: string };

const TimedText = z.object({
  /** Captions of a video, lyrics of a song. */
  kind: z.enum(['captions', 'lyrics']),
  /** Empty when there are none; captions in the order of their beginnings. */
  lines: z.array(TimedLine),
});
export type TimedText = z.infer<typeof TimedText>;

export const timedText = endpoint({
  method: 'GET',
  path: '/api/media/:id/timed-text',
  access: 'anyone',
  forEverybody: true,
  summary: 'The captions of a video or the lyrics of a song',
  params: ById,
  reply: TimedText,
});

export const timedTextByLink = endpoint({
  method: 'GET',
  path: '/api/media/:id/private-link/:token/timed-text',
  access: 'anyone',
  summary: 'The captions or lyrics of a media for whoever has its private link',
  params: mediaByLink.params,
  reply: TimedText,
});

export const saveTimedText = endpoint({
  method: 'PUT',
  path: '/api/media/:id/timed-text',
  access: 'member',
  perMinute: 30,
  summary: 'Give a video captions (WebVTT), or a song lyrics (plain text or LRC); they take the place of earlier ones',
  params: ById,
  body: z.object({ text: z.string('Send the file’s text.') }),
  reply: TimedText,
});

export const removeTimedText = endpoint({
  method: 'DELETE',
  path: '/api/media/:id/timed-text',
  access: 'member',
  perMinute: 30,
  summary: 'Take the captions of a video or the lyrics of a song away',
  params: ById,
  reply: TimedText,
});

/** Which of these lines hold at a moment, by their places: all captions that are shown then, or the one line that is sung. */
export function linesAt(lines: readonly TimedLine[], at: number): number[] {
  const begun = lines.flatMap(({ start, end }, index) =>
    start !== null && start <= at && (end === null || at < end) ? [index] : [],
  );
  const isLyrics = lines.some(({ start, end }) => start !== null && end === null);
  return isLyrics ? begun.slice(-1) : begun;
}
