import { openAsBlob } from 'node:fs';
import { type IAudioMetadata, parseBlob } from 'music-metadata';
import { MAX_IMAGE_BYTES, type ImageType, sniffImage } from './images.ts';

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
export function cleanText(value: unknown, longest: number): string | null {
  if (typeof value !== 'string') return null;
  // A title of a megabyte is cut before anything looks at each of its letters.
  const text = value
    .slice(0, longest * 8)
    .toWellFormed()
    .replaceAll(ESCAPES, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\u2028', '\n')
    .replaceAll('\u2029', '\n')
    .replaceAll(UNSEEN, '')
    .normalize('NFC')
    .replaceAll(STACKED_MARKS, '$1')
    .trim();
  const cut = [...text].slice(0, longest).join('').trim();
  return cut === '' ? null : cut;
}

/** As `cleanText`, on one line. */
export function cleanLine(value: unknown, longest: number): string | null {
  const text = cleanText(
    typeof value === 'string' ? value.slice(0, longest * 8).replaceAll(/\s+/g, ' ') : value,
    longest,
  );
  return text === null ? null : text.replaceAll(/\s+/g, ' ');
}

function coverOf(metadata: IAudioMetadata): Tags['cover'] {
  for (const picture of metadata.common.picture ?? []) {
    const bytes = Buffer.from(picture.data);
    const mime = bytes.length > MAX_IMAGE_BYTES ? null : sniffImage(bytes);
    if (mime !== null) return { bytes, mime };
  }
  return null;
}

function present(metadata: IAudioMetadata): Tags {
  const { common } = metadata;
  const words = [
    ...(common.genre ?? []),
    ...(common.keywords ?? []),
    ...(common.mood === undefined ? [] : [common.mood]),
  ];
  const tags = words.slice(0, 100).map((word) => cleanLine(word, TAG));
  const comment = common.description?.[0] ?? common.comment?.[0]?.text;
  return {
    title: cleanLine(common.title, LINE),
    artist: cleanLine(common.artist, LINE),
    album: cleanLine(common.album, LINE),
    genre: cleanLine(common.genre?.[0], LINE),
    year: typeof common.year === 'number' && common.year >= 1000 && common.year <= 9999 ? common.year : null,
    description: cleanText(comment, TEXT),
    tags: [...new Set(tags.filter((tag) => tag !== null))].slice(0, TAGS),
    cover: coverOf(metadata),
  };
}

/**
 * Reads the tags of a file whose type was sniffed. Tags are a courtesy: when they are broken, there are none, and
 * `problem` says why (for the log).
 */
export async function readTags(path: string, mime: string): Promise<{ tags: Tags; problem: string | null }> {
  try {
    // As a blob, so that the sniffed type counts and not the extension.
    const blob = await openAsBlob(path, { type: mime });
    return { tags: present(await parseBlob(blob, { duration: false, skipPostHeaders: false })), problem: null };
  } catch (error) {
    return { tags: NONE, problem: error instanceof Error ? error.message : String(error) };
  }
}
