import * as z from 'zod/mini';
import { Ad } from '../business/ads/ads.ts';
import { endpoint } from '../platform/http/endpoint.ts';
import { Artwork, Media } from './media/media.ts';
import { UploadGenres } from './categories/own-genres.ts';
import { Stage } from '../pipeline/processing.ts';
import { ById, Id, Time } from '../platform/lib/values.ts';

export const fileTooLarge = (limitMB: number): string =>
  `File is too large. File size must not be greater than ${limitMB} MB.`;
export const fileTooBig = (sizeMB: number, limitMB: number): string =>
  `File is too big (${Math.round(sizeMB * 10) / 10} MB). Max filesize: ${limitMB} MB.`;
export const WRONG_TYPE = "You can't upload files of this type.";
export const SHORT_OF_SPACE = 'The server is short of disk space, so your file was not accepted. Try again later.';
export const tooManyUploadsMessage = (files: number): string =>
  `At most ${files} files may be uploading at a time. Let some of them finish, or try again in a few minutes.`;
export const unfinishedFull = (megabytes: number): string =>
  `Your unfinished uploads may take at most ${megabytes} MB together. Let some of them finish, or try again in a few minutes.`;
export const tooManyFailures = (files: number): string =>
  `${files} files could not be processed within 24 hours. Try again tomorrow.`;
export const ORIGINAL_GONE = 'The file of this upload is no longer kept. Upload it again.';
export const REPLACED_WITH_VERDICT =
  'A reviewer has given a verdict on this file, so it cannot be replaced. Upload the new file as a separate media.';
export const REPLACEMENT_UNDER_WAY = 'A replacement for this file is still being processed. Wait until it is done.';
export const limitReachedMessage = (unit: string): string => `${unit} limit reached`;

/** Metadata of a resumable upload: the uploader confirms to hold the rights to the file. */
export const RIGHTS_CONFIRMED = 'rights-confirmed';
/** Metadata of a resumable upload: the id of the account that chose the file; no other account can receive it. */
export const CHOSEN_BY = 'chosen-by';

/** Metadata of a resumable upload: the musician's genres of the song or video, separated by commas. */
export const GENRES = 'genres';

/** Maximum size of an image, for all plans. */
export const IMAGE_LIMIT_MB = 25;

/** The progress of one file. */
export const UploadProgress = z.object({
  fileName: z.string(),
  media: z.nullable(z.object({ id: Id, title: z.string(), mediaType: z.string() })),
  /** True if the upload replaces the file of an existing song or video. */
  replaces: z.boolean(),
  stage: Stage,
  /** Percentage within the stage. */
  progress: z.int(),
  error: z.boolean(),
  errorMsg: z.nullable(z.string()),
  updatedOn: Time,
});
export type UploadProgress = z.infer<typeof UploadProgress>;

const Accepted = z.object({
  media: Media,
  /** The song or video for which the account has uploaded this very file before; both are kept. */
  duplicateOf: z.nullable(z.object({ id: Id, title: z.string() })),
});

/**
 * `genres` must precede `file`. Administrators upload an ad with `isAd`, `adWindow` as JSON text, and its other fields
 * before the file.
 */
export const upload = endpoint({
  method: 'POST',
  path: '/api/upload',
  access: 'member',
  summary: 'Upload one song or video in the field `file`, or as an administrator an ad; other fields precede the file',
  multipart: 'file',
  status: 202,
  body: z.object({
    isAd: z.optional(z.literal('true')),
    genres: z.optional(
      UploadGenres.check(z.describe('The musician’s own genres for the song or video, separated by commas.')),
    ),
  }),
  /** Either `media` or `ad` is null. */
  reply: z.object({ media: z.nullable(Media), ad: z.nullable(Ad), duplicateOf: Accepted.shape.duplicateOf }),
});

export const replaceFile = endpoint({
  method: 'POST',
  path: '/api/upload/replace/:id',
  access: 'member',
  summary: 'Upload another file in the field `file` for media without a verdict; the old one plays until it is ready',
  multipart: 'file',
  status: 202,
  params: ById,
  reply: Accepted,
});

export const discardReplacement = endpoint({
  method: 'DELETE',
  path: '/api/upload/replace/:id',
  access: 'member',
  summary: 'Cancel the replacement of the file of a song or video',
  params: ById,
  reply: Media,
});

/** A response to HEAD has no body, so a refusal of HEAD has its body in this header, as JSON in ASCII. */
export const REFUSAL_HEADER = 'X-Refusal';
/**
 * The code of the only transient conflict (409): client and server disagree about how many bytes have arrived. A HEAD
 * request returns the server's number.
 */
export const OFFSET_CONFLICT = 'offset_conflict';

export const uploadProgress = endpoint({
  method: 'GET',
  path: '/api/upload/progress',
  access: 'member',
  summary: 'List your own uploads in progress, or finished within the last day',
  reply: z.object({ progress: z.array(UploadProgress), total: z.int() }),
});

export const staleUploads = endpoint({
  method: 'GET',
  path: '/api/upload/stale',
  access: 'member',
  summary: 'List your own uploads without progress for half an hour',
  reply: z.object({ progress: z.array(UploadProgress), total: z.int() }),
});

export const removeProgress = endpoint({
  method: 'DELETE',
  path: '/api/upload/progress/:fileName',
  access: 'member',
  summary: 'Remove one entry from the list; its song or video is kept',
  params: z.object({ fileName: z.string().check(z.maxLength(200)) }),
  reply: z.object({ fileName: z.string(), deleted: z.literal(true) }),
});

export const retryProcessing = endpoint({
  method: 'POST',
  path: '/api/upload/retry/:id',
  access: 'member',
  summary: 'Retry the processing of a failed song or video from its stored file',
  params: ById,
  reply: Media,
});

export const ImageType = z.enum(['profile', 'artwork', 'album', 'band', 'genre', 'mood']);
export type ImageType = z.infer<typeof ImageType>;

export const uploadImage = endpoint({
  method: 'POST',
  path: '/api/upload/image',
  access: 'member',
  summary: 'Set an image by the fields imageType and targetId, and the file in the field image',
  perMinute: 10,
  multipart: 'image',
  body: z.object({ imageType: ImageType, targetId: Id }),
  reply: z.object({ imageUrl: z.string(), version: z.int(), artwork: Artwork }),
});

export const removeImage = endpoint({
  method: 'POST',
  path: '/api/upload/image/delete',
  access: 'member',
  summary: 'Remove an image; the generated default is shown again',
  body: z.object({ imageType: ImageType, targetId: Id }),
  reply: z.object({ id: Id, deleted: z.literal(true) }),
});

/** Removes the folders of a name, and all characters except letters, digits, single dots, dash and underscore. */
const safeCharacters = (name: string): string =>
  (name.split(/[/\\]/).pop() ?? '').replaceAll(/[^A-Za-z0-9._-]/g, '').replaceAll(/\.{2,}/g, '.');

/** The text after the last dot of a file's name, in lower case; empty if there is no dot, or no text after it. */
export function extensionOf(name: string): string {
  const safe = safeCharacters(name);
  const dot = safe.lastIndexOf('.');
  return dot === -1 ? '' : safe.slice(dot + 1).toLowerCase();
}

/** Whether a file may be uploaded by its name's extension. The contents are checked after the upload. */
export const nameIsAccepted = (name: string, acceptedFiles: readonly string[]): boolean =>
  acceptedFiles.includes(extensionOf(name));

/**
 * The name under which a file is stored and shown: letters, digits, dot, dash and underscore, at most 120 characters,
 * no leading dot, never empty. The extension is kept.
 */
export function safeFileName(name: string): string {
  const safe = safeCharacters(name)
    .replace(/^\.(?=[^.]+$)/, 'file.')
    .replace(/^\./, '');
  if (safe === '') return 'file';
  if (safe.length <= 120) return safe;
  const extension = /\.[A-Za-z0-9]{1,5}$/.exec(safe)?.[0] ?? '';
  return safe.slice(0, 120 - extension.length) + extension;
}
