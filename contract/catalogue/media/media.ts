import * as z from 'zod/mini';
import { CategoryRef } from '../categories/categories.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { OwnGenre } from '../categories/own-genres.ts';
import { IngestReport, Stage, Status } from '../../pipeline/processing.ts';
import { Band, Scores } from './scores.ts';
import { MusicianRef } from '../../accounts/users/users.ts';
import { ById, Id, Time } from '../../platform/lib/values.ts';

export const MediaType = z.enum(['song', 'video']);
export const ProductionType = z.enum(['Digital', 'Live Instruments']);

/** A file or playlist from which a song or video can be played; addresses are signed and expire. */
export const Source = z.object({
  url: z.string(),
  /** The media type without codecs: `audio/mp4`, `audio/webm`, `application/vnd.apple.mpegurl`, `video/mp4`. */
  type: z.string(),
  codecs: z.string(),
  /** Bits a second. */
  bitrate: z.nullable(z.int()),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
});
export type Source = z.infer<typeof Source>;

/** Addresses of the square artwork, by size in pixels and file type. */
export const Artwork = z.object({ jpeg700: z.string(), jpeg200: z.string(), webp700: z.string(), webp200: z.string() });
export type Artwork = z.infer<typeof Artwork>;

/**
 * Small preview pictures of a video for seeking, arranged in rows in one file: one for every `interval` seconds, each
 * `width` by `height` pixels.
 */
export const SeekPreview = z.object({
  url: z.string(),
  interval: z.int(),
  columns: z.int(),
  count: z.int(),
  width: z.int(),
  height: z.int(),
});
export type SeekPreview = z.infer<typeof SeekPreview>;

const Tag = z.object({ text: z.string() });

/** The viewer's permissions for this document. The server decides; the browser only shows the buttons. */
export const MediaCan = z.object({
  edit: z.boolean(),
  publish: z.boolean(),
  unpublish: z.boolean(),
  submit: z.boolean(),
  reopen: z.boolean(),
  curate: z.boolean(),
  update: z.boolean(),
  reject: z.boolean(),
  pin: z.boolean(),
  unpin: z.boolean(),
  retry: z.boolean(),
  replaceFile: z.boolean(),
  delete: z.boolean(),
});
export type MediaCan = z.infer<typeof MediaCan>;

/**
 * The viewer's own marks on a media item: whether it is a favorite. The domains that store marks add them to responses;
 * visitors have none.
 */
export const Marks = z.object({ isFavorite: z.boolean() });
export type Marks = z.infer<typeof Marks>;

/** By EBU R128: integrated loudness in LUFS, true peak in dBTP. */
export const Loudness = z.object({ integrated: z.number(), truePeak: z.number() });
export type Loudness = z.infer<typeof Loudness>;

/** The fields that a card shows and the player needs: a row of the lists for listening. */
export const MediaSummary = z.object({
  id: Id,
  title: z.string(),
  mediaType: MediaType,
  musician: MusicianRef,
  /** The reviewers' score, rounded down; null if the item has no score, or if this viewer may not see it. */
  score: z.nullable(z.int()),
  band: z.nullable(Band),
  ...Marks.shape,
  rememberCount: z.int(),
  playCount: z.int(),
  /** Seconds, from the decoded sound and picture. */
  length: z.nullable(z.number()),
  artwork: z.nullable(Artwork),
  poster: z.nullable(z.string()),
  /** Best first; empty until the first rendition is playable. */
  sources: z.array(Source),
  loudness: z.nullable(Loudness),
});
export type MediaSummary = z.infer<typeof MediaSummary>;

/** Why processing failed, in words for the owner, with an id to quote. */
const Failure = z.nullable(z.object({ id: z.string(), message: z.string() }));

/**
 * A song or video as this viewer may see it. Scores below 60, verdict texts, the file's name, its report and its errors
 * are null for the public. `peaks`, `seekPreview`, `hasTimedText` and `report` are returned only for a single item, not
 * in lists.
 */
export const Media = z.object({
  ...MediaSummary.shape,
  description: z.string(),
  tags: z.array(Tag),
  productionType: z.nullable(ProductionType),
  /** The genres that the musician named. */
  genres: z.array(OwnGenre),

  status: Status,
  stage: Stage,
  progress: z.int(),
  error: Failure,
  /** The progress of another file of the owner that will replace this one; null if there is none. */
  replacement: z.nullable(z.object({ stage: Stage, progress: z.int(), error: Failure })),
  report: z.nullable(IngestReport),

  published: z.boolean(),
  publishedOn: z.nullable(Time),
  /** `allowCuration` and `underReview` are false for the public, to whom they would reveal rejections. */
  allowCuration: z.boolean(),
  underReview: z.boolean(),
  /** When the review is due; only for the owner, reviewers and administrators. */
  reviewDueOn: z.nullable(Time),
  allowPerfectlySeasoned: z.boolean(),
  pinnedFavorite: z.boolean(),
  /**
   * When the current verdict was given or last changed, for the owner, reviewers and administrators; null without one.
   */
  verdictOn: z.nullable(Time),
  curationStats: z.nullable(z.object({ ...Scores.shape, total: z.number() })),
  curationMessage: z.nullable(z.string()),
  curatedGenre: z.nullable(CategoryRef),
  curatedMood: z.nullable(CategoryRef),
  genreCuratedOn: z.nullable(Time),
  moodCuratedOn: z.nullable(Time),
  /** Only for administrators; the owner gets only `rejectedOn`. */
  rejectedBy: z.nullable(z.object({ id: Id, displayName: z.string() })),
  rejectedOn: z.nullable(Time),

  position: z.nullable(z.int()),
  rating: z.nullable(z.number()),
  ratingCount: z.int(),
  commentCount: z.int(),
  shareCount: z.int(),

  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  filename: z.nullable(z.string()),
  /** The 700 px JPEG; null if the artwork is the generated default. */
  artworkImg: z.nullable(z.string()),
  artworkImgV: z.int(),
  background: z.nullable(z.string()),
  htmlUrl: z.string(),
  /** The waveform; the loudest value is 255. */
  peaks: z.nullable(z.array(z.int())),
  /** Null for songs, and for videos until they are complete. */
  seekPreview: z.nullable(SeekPreview),
  /** Whether lyrics or captions were saved; null in lists, like `peaks`. */
  hasTimedText: z.nullable(z.boolean()),

  createdOn: Time,
  lastUpdated: Time,
  can: MediaCan,
});
export type Media = z.infer<typeof Media>;

export const media = endpoint({
  method: 'GET',
  path: '/api/media/:id',
  access: 'anyone',
  forEverybody: true,
  summary: 'Get one song or video',
  params: ById,
  reply: Media,
});
