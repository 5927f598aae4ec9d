import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { mediaByLink } from '../media/linked-media.ts';
import { ById } from '../../platform/lib/values.ts';

/** Maximum size of a captions or lyrics file in kB (1000 bytes) of UTF-8. */
export const MAX_TIMED_TEXT_KB = 200;

/**
 * A caption or a line of lyrics, without any markup. Times are in seconds from the start of the song or video. A
 * caption has both times, a line of timed lyrics only `start`, and a line of plain lyrics none.
 */
export const TimedLine = z.object({
  start: z.nullable(z.number()),
  end: z.nullable(z.number()),
  text: z.string(),
});
export type TimedLine = z.infer<typeof TimedLine>;

/** The result of parsing a file: its lines, or the problem with it, in words for its author. */
export type ParsedText = { lines: TimedLine[] } | { problem: string };

const TimedText = z.object({
  /** Captions of a video, or lyrics of a song. */
  kind: z.enum(['captions', 'lyrics']),
  /** The captions in the order of their start times, or the lines of the lyrics; empty if there are none. */
  lines: z.array(TimedLine),
});
export type TimedText = z.infer<typeof TimedText>;

export const timedText = endpoint({
  method: 'GET',
  path: '/api/media/:id/timed-text',
  access: 'anyone',
  forEverybody: true,
  summary: 'Get the captions of a video or the lyrics of a song',
  params: ById,
  reply: TimedText,
});

export const timedTextByLink = endpoint({
  method: 'GET',
  path: '/api/media/:id/private-link/:token/timed-text',
  access: 'anyone',
  summary: 'Get the captions or lyrics of a song or video by the token of its private link',
  params: mediaByLink.params,
  reply: TimedText,
});

export const saveTimedText = endpoint({
  method: 'PUT',
  path: '/api/media/:id/timed-text',
  access: 'member',
  perMinute: 30,
  summary: 'Set the captions of a video (WebVTT) or the lyrics of a song (plain text or LRC)',
  params: ById,
  body: z.object({ text: z.string('Send the file’s text.') }),
  reply: TimedText,
});

export const removeTimedText = endpoint({
  method: 'DELETE',
  path: '/api/media/:id/timed-text',
  access: 'member',
  perMinute: 30,
  summary: 'Remove the captions of a video or the lyrics of a song',
  params: ById,
  reply: TimedText,
});

/** The indexes of the lines to show at a time: all captions shown then, or only the current line of lyrics. */
export function linesAt(lines: readonly TimedLine[], at: number): number[] {
  const begun = lines.flatMap(({ start, end }, index) =>
    start !== null && start <= at && (end === null || at < end) ? [index] : [],
  );
  const isLyrics = lines.some(({ start, end }) => start !== null && end === null);
  return isLyrics ? begun.slice(-1) : begun;
}
