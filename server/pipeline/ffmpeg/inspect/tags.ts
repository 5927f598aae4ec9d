import * as z from 'zod';
import { cleanLine, cleanText } from '@scoville/contract/platform/lib/clean-text.ts';
import { shortenToCodePoints } from '@scoville/contract/platform/lib/shorten.ts';
import { proposedGenres } from '@scoville/contract/catalogue/categories/own-genres.ts';
import { bareTag, distinctTags } from '@scoville/contract/platform/lib/tags.ts';
import { MAX_IMAGE_BYTES, type ImageType, sniffImage } from './sniff-image.ts';
import { ProcessingError } from '../processing-error.ts';
import { runNode } from '../run/node-child.ts';
import { repairText } from './repair-text.ts';

/** The tags of a file, cleaned. The musician confirms them before they are shown to others. */
export interface Tags {
  title: string | null;
  artist: string | null;
  album: string | null;
  genres: string[];
  year: number | null;
  description: string | null;
  tags: string[];
  cover: { bytes: Buffer; mime: ImageType } | null;
}

const NONE: Tags = {
  title: null,
  artist: null,
  album: null,
  genres: [],
  year: null,
  description: null,
  tags: [],
  cover: null,
};

const LINE = 200;
const TEXT = 2000;
const TAGS = 10;
const TAG = 40;

/** Cleans and shortens a text; null if nothing is left. The text is cut first, because it may have a megabyte. */
function cleanTag(text: string | undefined, clean: (text: string) => string, most: number): string | null {
  const start = clean((text ?? '').slice(0, most * 8));
  return clean(shortenToCodePoints(start, most)) || null;
}
const line = (text: string | undefined) => cleanTag(text, cleanLine, LINE);

/** Longer than any text that is kept. */
const WORTH_READING = 20_000;
const repaired = (text: string): string | undefined => repairText(text.slice(0, WORTH_READING)) ?? undefined;
const Text = z.string().transform(repaired).optional().catch(undefined);
const Texts = z
  .array(z.string())
  .transform((texts) => texts.map(repaired).filter((text) => text !== undefined))
  .catch([]);

/** The child's answer, which is not trusted, because the file may have taken the child over. */
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

/** Figures that iTunes stores in comments, for gapless joins (iTunSMPB) and for loudness (iTunNORM). */
const MACHINE_COMMENT = /^[\dA-F]{8}(?: [\dA-F]{8,16}){7,}$/i;

function coverIn(bytes: Buffer): Tags['cover'] {
  const mime = bytes.length > MAX_IMAGE_BYTES ? null : sniffImage(bytes);
  return mime === null ? null : { bytes, mime };
}

function present(answer: z.infer<typeof Answer>, cover: Buffer): Tags {
  const candidates = [...answer.genre, ...answer.keywords, ...(answer.mood === undefined ? [] : [answer.mood])];
  const tags = candidates.slice(0, 100).map((word) => ({ text: cleanTag(word, bareTag, TAG) ?? '' }));
  return {
    title: line(answer.title),
    artist: line(answer.artist),
    album: line(answer.album),
    genres: proposedGenres(answer.genre.map((words) => words.slice(0, LINE))),
    year: answer.year ?? null,
    description: MACHINE_COMMENT.test(answer.comment?.trim() ?? '') ? null : cleanTag(answer.comment, cleanText, TEXT),
    tags: distinctTags(tags)
      .slice(0, TAGS)
      .map(({ text }) => text),
    cover: coverIn(cover),
  };
}

/**
 * Reads the tags of a file whose type was sniffed, in a separate child process. Tags are optional: if they are broken,
 * or break their reader, the result has none, and `problem` is the reason (for the log). Throws ProcessingError `engine`
 * when the child cannot be run, and `aborted`.
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
    if (error instanceof ProcessingError && error.isRetryable) throw error;
    return { tags: NONE, problem: error instanceof ProcessingError ? error.detail : String(error) };
  }
}
