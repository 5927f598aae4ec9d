import * as z from 'zod';
import { shortenToCodePoints } from '@scoville/contract/shorten.ts';
import { MAX_IMAGE_BYTES, type ImageType, sniffImage } from './sniff-image.ts';
import { MediaError } from '../media-error.ts';
import { runNode } from '../run/node-child.ts';
import { repairText } from './repair-text.ts';

/** What a file says of itself in words, cleaned; a musician confirms it before anybody sees it. */
export interface Tags {
  title: string | null;
  artist: string | null;
  album: string | null;
  genre: string | null;
  year: number | null;
  description: string | null;
  tags: string[];
  cover: { bytes: Buffer; mime: ImageType } | null;
}

const NONE: Tags = {
  title: null,
  artist: null,
  album: null,
  genre: null,
  year: null,
  description: null,
  tags: [],
  cover: null,
};

const LINE = 200;
const TEXT = 2000;
const TAGS = 10;
const TAG = 40;
/** Marks stacked on one letter; more than these climb over the neighbouring lines. */
const STACKED_MARKS = /(\p{M}{4})\p{M}+/gu;
/** Controls and escapes, direction overrides, invisible letters, byte order marks. Line breaks are kept here. */
const UNSEEN =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffd]/g;
const ESCAPES = /\u001b\[[0-9;]*[A-Za-z]/g;

/** Text as it may be stored and shown: no controls, bounded (in characters as people count them roughly). */
export function cleanText(value: unknown, maxLength: number): string | null {
  if (typeof value !== 'string') return null;
  // A title of a megabyte is cut before anything looks at each of its letters.
  const text = value
    .slice(0, maxLength * 8)
    .toWellFormed()
    .replaceAll(ESCAPES, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\u2028', '\n')
    .replaceAll('\u2029', '\n')
    .replaceAll(UNSEEN, '')
    .normalize('NFC')
    .replaceAll(STACKED_MARKS, '$1')
    .trim();
  const cut = shortenToCodePoints(text, maxLength).trim();
  return cut === '' ? null : cut;
}

/** As `cleanText`, on one line. */
export function cleanLine(value: unknown, maxLength: number): string | null {
  const text = cleanText(
    typeof value === 'string' ? value.slice(0, maxLength * 8).replaceAll(/\s+/g, ' ') : value,
    maxLength,
  );
  return text === null ? null : text.replaceAll(/\s+/g, ' ');
}

/** More of a text than is ever kept. */
const WORTH_READING = 20_000;
const repaired = (text: string): string | undefined => repairText(text.slice(0, WORTH_READING)) ?? undefined;
const Text = z.string().transform(repaired).optional().catch(undefined);
const Texts = z
  .array(z.string())
  .transform((texts) => texts.map(repaired).filter((text) => text !== undefined))
  .catch([]);

/** What the child says; it may have been taken over by what it read. */
const Answer = z.object({
  problem: z.string().optional().catch(undefined),
  title: Text,
  artist: Text,
  album: Text,
  genre: Texts,
  keywords: Texts,
  mood: Text,
  year: z.int().min(1000).max(9999).optional().catch(undefined),
  comment: Text,
});

/** Figures that iTunes keeps in comments, for joins without a gap (iTunSMPB) and for loudness (iTunNORM). */
const MACHINE_COMMENT = /^[\dA-F]{8}(?: [\dA-F]{8,16}){7,}$/i;

function coverIn(bytes: Buffer): Tags['cover'] {
  const mime = bytes.length > MAX_IMAGE_BYTES ? null : sniffImage(bytes);
  return mime === null ? null : { bytes, mime };
}

function present(answer: z.infer<typeof Answer>, cover: Buffer): Tags {
  const candidates = [...answer.genre, ...answer.keywords, ...(answer.mood === undefined ? [] : [answer.mood])];
  const tags = candidates.slice(0, 100).map((word) => cleanLine(word, TAG));
  return {
    title: cleanLine(answer.title, LINE),
    artist: cleanLine(answer.artist, LINE),
    album: cleanLine(answer.album, LINE),
    genre: cleanLine(answer.genre[0], LINE),
    year: answer.year ?? null,
    description: MACHINE_COMMENT.test(answer.comment?.trim() ?? '') ? null : cleanText(answer.comment, TEXT),
    tags: [...new Set(tags.filter((tag) => tag !== null))].slice(0, TAGS),
    cover: coverIn(cover),
  };
}

/**
 * Reads the tags of a file whose type was sniffed, in a child of its own. Tags are a courtesy: when they are broken, or
 * break what reads them, there are none, and `problem` says why (for the log). Throws MediaError `engine` when the child
 * cannot be run, and `aborted`.
 */
export async function readTags(
  path: string,
  mime: string,
  signal?: AbortSignal,
): Promise<{ tags: Tags; problem: string | null }> {
  try {
    const argument = { mime, coverBytes: MAX_IMAGE_BYTES };
    const job = { script: 'tags', argument, input: { path }, maxOutput: MAX_IMAGE_BYTES + 2 ** 23 } as const;
    const { head, bytes } = await runNode({ ...job, ...(signal === undefined ? {} : { signal }) });
    const answer = Answer.parse(head);
    if (answer.problem !== undefined) return { tags: NONE, problem: answer.problem };
    return { tags: present(answer, bytes), problem: null };
  } catch (error) {
    if (error instanceof MediaError && error.isRetryable) throw error;
    return { tags: NONE, problem: error instanceof MediaError ? error.detail : String(error) };
  }
}
