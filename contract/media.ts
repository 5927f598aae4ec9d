import * as z from 'zod/mini';
import { CategoryRef } from './categories.ts';
import { endpoint } from './endpoint.ts';
import { IngestReport, Stage, Status } from './processing.ts';
import { Band, Scores } from './scores.ts';
import { MusicianRef } from './users.ts';
import { ById, Flag, Id, PageQuery, Paging, Seed, Time, requiredText, text } from './values.ts';

const MediaType = z.enum(['song', 'video']);
const ProductionType = z.enum(['Digital', 'Live Instruments']);

/** One way to play it; addresses are signed and expire. */
export const Source = z.object({
  url: z.string(),
  /** Media type with codecs apart: `audio/mp4`, `audio/webm`, `application/vnd.apple.mpegurl`, `video/mp4`. */
  type: z.string(),
  codecs: z.string(),
  /** Bits a second. */
  bitrate: z.nullable(z.int()),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
});
export type Source = z.infer<typeof Source>;

/** Squares of an artwork, by size and type. */
export const Artwork = z.object({ jpeg700: z.string(), jpeg200: z.string(), webp700: z.string(), webp200: z.string() });
export type Artwork = z.infer<typeof Artwork>;

const Tag = z.object({ text: z.string() });

/** What the viewer of this document may do with it; the server decides, the browser only shows. */
export const MediaCan = z.object({
  edit: z.boolean(),
  publish: z.boolean(),
  unpublish: z.boolean(),
  submit: z.boolean(),
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
 * A song or video as this viewer may see it. Scores below 60, verdict texts, the file's name, its report and its
 * errors are null for the public. `peaks` and `report` come with a single media only, not in lists.
 */
export const Media = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  tags: z.array(Tag),
  mediaType: MediaType,
  productionType: z.nullable(ProductionType),
  musician: MusicianRef,
  genres: z.array(CategoryRef),

  status: Status,
  stage: Stage,
  progress: z.int(),
  /** Why processing failed, in words for its owner, with an id to quote. */
  error: z.nullable(z.object({ id: z.string(), message: z.string() })),
  /** Another file of its owner is to take the place of this one, and how far it is; null when there is none. */
  replacement: z.nullable(
    z.object({ stage: Stage, progress: z.int(), error: z.nullable(z.object({ id: z.string(), message: z.string() })) }),
  ),
  report: z.nullable(IngestReport),

  published: z.boolean(),
  publishedOn: z.nullable(Time),
  allowCuration: z.boolean(),
  underReview: z.boolean(),
  /** When the review is due, for owner, reviewers and administrators. */
  reviewDueOn: z.nullable(Time),
  allowPerfectlySeasoned: z.boolean(),
  pinnedFavorite: z.boolean(),
  curationStats: z.nullable(z.object({ ...Scores.shape, total: z.number() })),
  /** Rounded down; null when there is none that this viewer may see. */
  score: z.nullable(z.int()),
  band: z.nullable(Band),
  curationMessage: z.nullable(z.string()),
  curatedGenre: z.nullable(CategoryRef),
  curatedMood: z.nullable(CategoryRef),
  genreCuratedOn: z.nullable(Time),
  moodCuratedOn: z.nullable(Time),
  /** Administrators see who; owners see that and when. */
  rejectedBy: z.nullable(z.object({ id: Id, displayName: z.string() })),
  rejectedOn: z.nullable(Time),

  position: z.nullable(z.int()),
  isFavorite: z.boolean(),
  rating: z.nullable(z.number()),
  ratingCount: z.int(),
  commentCount: z.int(),
  rememberCount: z.int(),
  playCount: z.int(),
  shareCount: z.int(),

  /** Seconds, from the decoded sound and picture. */
  length: z.nullable(z.number()),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  filename: z.nullable(z.string()),
  /** The 700 px JPEG; null means the generated default. */
  artworkImg: z.nullable(z.string()),
  artworkImgV: z.int(),
  artwork: z.nullable(Artwork),
  background: z.nullable(z.string()),
  poster: z.nullable(z.string()),
  htmlUrl: z.string(),
  /** Best first; empty until the first rendition is playable. */
  sources: z.array(Source),
  /** The waveform, loudest 255. */
  peaks: z.nullable(z.array(z.int())),
  /** EBU R128: integrated loudness in LUFS, true peak in dBTP. */
  loudness: z.nullable(z.object({ integrated: z.number(), truePeak: z.number() })),

  createdOn: Time,
  lastUpdated: Time,
  can: MediaCan,
});
export type Media = z.infer<typeof Media>;

/** How what was asked had to be understood to find anything: a misspelling mended, a word left out. */
const SearchReading = z.object({ corrected: z.boolean(), dropped: z.nullable(z.string()) });

const MediaList = z.object({
  media: z.array(Media),
  total: z.optional(z.int()),
  search: z.optional(SearchReading),
  paging: Paging,
});
export const MediaListReply = MediaList;
export type MediaList = z.infer<typeof MediaList>;

export const media = endpoint({
  method: 'GET',
  path: '/api/media/:id',
  access: 'anyone',
  summary: 'One song or video',
  params: ById,
  reply: Media,
});

/**
 * `{"local":false,"songs":true,"videos":true,"underReview":false}` as JSON text; other keys are ignored. `local` is taken
 * and does nothing yet: no place of a listener is known.
 */
export interface Facets {
  local: boolean;
  songs: boolean;
  videos: boolean;
  underReview: boolean;
}

export const DEFAULT_FACETS: Facets = { local: false, songs: true, videos: true, underReview: false };

/** Facets from their text; what is missing or not a flag keeps its default. */
export function facetsFrom(json: string | undefined): Facets {
  const facets = { ...DEFAULT_FACETS };
  if (json === undefined) return facets;
  let given: unknown;
  try {
    given = JSON.parse(json);
  } catch {
    return facets;
  }
  if (typeof given !== 'object' || given === null) return facets;
  for (const name of Object.keys(facets) as (keyof Facets)[]) {
    const value = (given as Record<string, unknown>)[name];
    if (typeof value === 'boolean') facets[name] = value;
    if (value === 'true' || value === 'false') facets[name] = value === 'true';
  }
  return facets;
}

/** Genre and mood are ids or slugs. Seed 0 and no `randomize` is the order of time, newest first. */
const MediaQuery = z.object({
  ids: z.optional(z.string().check(z.maxLength(200 * 37))),
  paged: z.optional(Flag),
  q: z.optional(text(200)),
  /** `q` is a tag, and only media with exactly that tag are found. */
  tagged: z.optional(Flag),
  filter: z.optional(text(200)),
  facets: z.optional(z.string().check(z.maxLength(400))),
  genre: z.optional(z.string().check(z.maxLength(80))),
  mood: z.optional(z.string().check(z.maxLength(80))),
  curated: z.optional(Flag),
  unpublished: z.optional(Flag),
  randomize: z.optional(Flag),
  seed: z.optional(Seed),
  ...PageQuery,
});

export const mediaSearch = endpoint({
  method: 'GET',
  path: '/api/media',
  access: 'anyone',
  summary: 'Media by ids, by words, or a list by facets, newest first or in the order of a seed',
  query: MediaQuery,
  reply: MediaList,
});

export const mediaOfUser = endpoint({
  method: 'POST',
  path: '/api/media/user/:id',
  access: 'anyone',
  summary: 'A musician’s media; unpublished ones for the owner and administrators only',
  params: z.object({ id: z.string().check(z.maxLength(60)) }),
  body: z.object({
    mediaType: z.optional(MediaType),
    published: z.optional(Flag),
    filter: z.optional(text(200)),
    pagingOptions: z.optional(z.object(PageQuery)),
    sortingOptions: z.optional(
      z.object({
        sort: z
          .optional(z.enum(['position', 'createdOn']))
          .check(z.describe('createdOn, or the musician’s own order; what has no place in it follows by time.')),
        order: z.optional(z.enum(['asc', 'desc'])).check(z.describe('Without it, positions ascend and times descend.')),
      }),
    ),
  }),
  reply: z.object({ ...MediaList.shape, musician: MusicianRef }),
});

const tag = text(40, 'Use at most 40 characters for a tag.');

/** The owner's part of the edit form; the browser validates with it, too. */
export const MediaFields = z.object({
  title: z.optional(requiredText(200, 'Title is required')),
  description: z.optional(text(5000)),
  tags: z.optional(z.array(z.object({ text: tag }), 'Tags are a list.').check(z.maxLength(20, 'Use at most 20 tags.'))),
  productionType: z.optional(z.nullable(ProductionType)),
  published: z.optional(Flag),
  allowCuration: z.optional(Flag),
});

/** An id or slug, or a reference as it came; null removes it. */
const CategoryChoice = z.optional(
  z.nullable(z.union([z.string().check(z.maxLength(80)), z.object({ id: z.string() })])),
);

/** The part of reviewers and administrators. */
export const CurationFields = z.object({
  curationStats: z.optional(z.partial(Scores)),
  curatedGenre: CategoryChoice,
  curatedMood: CategoryChoice,
  curationMessage: z.optional(text(2000)),
  allowPerfectlySeasoned: z.optional(Flag),
  pinnedFavorite: z.optional(Flag),
});
export type CurationFields = z.infer<typeof CurationFields>;

export const updateMedia = endpoint({
  method: 'PUT',
  path: '/api/media/:id',
  access: 'member',
  summary: 'Edit, publish, submit (owner); score and place (reviewers); all of it (administrators)',
  params: ById,
  query: z.object({ dontNotify: z.optional(Flag) }),
  body: z.object({ ...MediaFields.shape, ...CurationFields.shape }),
  reply: Media,
});

export const deleteMedia = endpoint({
  method: 'DELETE',
  path: '/api/media/:id',
  access: 'member',
  summary: 'Delete a media with its files',
  params: ById,
  reply: z.object({ id: Id, deleted: z.literal(true) }),
});
