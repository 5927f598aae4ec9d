import { mediaPath, profilePath } from '@scoville/contract/platform/http/addresses.ts';
import { genreSlug } from '@scoville/contract/catalogue/categories/own-genres.ts';
import { picturePath } from '@scoville/contract/catalogue/media/artwork.ts';
import { enclosurePath, feedPaths, largeArtworkPath } from '@scoville/contract/listening/podcasts.ts';
import type { PublicUser } from '@scoville/contract/accounts/users/users.ts';
import { type FeedPictures, feedArtwork } from './feed-artwork.ts';
import type { EpisodeFile, EpisodeRow, FileEnd } from './episodes.queries.ts';

/** A file of an episode, with a lasting address that redirects to the current file, whose own address expires. */
interface Enclosure {
  url: string;
  type: string;
  bytes: number;
  bitrate: number | null;
}

/** A media item in a feed. */
export interface Episode {
  id: string;
  title: string;
  url: string;
  text: string;
  /** The item's genres, then its other tags. */
  categories: readonly string[];
  published: Date;
  updated: Date;
  /** Whole seconds. */
  length: number | null;
  picture: string | null;
  /** The address of a square picture that directories accept. */
  artwork: string | null;
  /** The file that every program can play. */
  enclosure: Enclosure;
  /** Files of the same item in other formats, for programs that can choose a format. */
  others: Enclosure[];
}

/** The content of a musician's feeds, independent of the format. */
export interface Feed {
  product: string;
  title: string;
  url: string;
  text: string;
  author: string;
  /** The address of a square picture that directories accept. */
  artwork: string;
  /** The feed's own address. */
  rss: string;
  /**
   * The address of the RSS feed at the installation's first domain. Podcast programs identify the feed by it, so it is
   * kept when the installation moves to another domain.
   */
  firstRss: string;
  json: string;
  episodes: Episode[];
}

/** Largest size in bytes of a feed's items. Readers keep older items themselves. */
const MAX_ITEMS = 240_000;

/** The first episodes, in the form that `write` returns, up to the maximum size of a feed. */
export function newestItems(episodes: readonly Episode[], write: (episode: Episode) => string): string[] {
  const items: string[] = [];
  let bytes = 0;
  for (const episode of episodes) {
    const item = write(episode);
    bytes += Buffer.byteLength(item);
    if (bytes > MAX_ITEMS) break;
    items.push(item);
  }
  return items;
}

/** File ends by the roles of renditions, the most widely supported first. */
const ENDS: [EpisodeFile['role'], FileEnd][] = [
  ['aac', 'm4a'],
  ['mp4', 'mp4'],
  ['hls-audio', 'm4a'],
  ['opus', 'webm'],
  ['hls-master', 'm3u8'],
];

/** Genres are first, because programs only show the first categories. A tag with the name of a genre isn't repeated. */
function categoriesOf({ genres, tags }: EpisodeRow): string[] {
  const slugs = new Set(genres.map(genreSlug));
  return [...genres, ...tags.filter((tag) => !slugs.has(genreSlug(tag)))];
}

/** A musician's feed. All addresses in it are permanent, because readers keep them. */
export function buildFeed(
  { product, publicUrl, firstUrl }: { product: string; publicUrl: string; firstUrl: string },
  who: PublicUser,
  pictures: FeedPictures,
  rows: readonly EpisodeRow[],
): Feed {
  const absolute = (path: string) => new URL(path, publicUrl).href;
  const { rss, json } = feedPaths(who.id);
  return {
    product,
    title: who.displayName,
    url: absolute(profilePath(who)),
    text: who.bio || `Songs and videos by ${who.displayName}.`,
    author: who.displayName,
    artwork: absolute(feedArtwork(who.id, pictures, rows)),
    rss: absolute(rss),
    firstRss: new URL(rss, firstUrl).href,
    json: absolute(json),
    episodes: rows.flatMap((row) => {
      const [enclosure, ...others] = ENDS.flatMap(([role, end]) =>
        row.files
          .filter((file) => file.role === role)
          .slice(0, 1)
          .map(({ mime: type, bytes, bitrate }) => ({
            url: absolute(enclosurePath(row.id, end)),
            type,
            bytes,
            bitrate,
          })),
      );
      if (enclosure === undefined) return [];
      return {
        id: row.id,
        title: row.title,
        url: absolute(mediaPath({ id: row.id, musician: who })),
        text: row.description,
        categories: categoriesOf(row),
        published: row.published_at,
        updated: row.updated_at,
        length: row.length_seconds === null ? null : Math.max(1, Math.round(row.length_seconds)),
        picture: row.has_picture ? absolute(picturePath(row.id)) : null,
        artwork: row.has_large_artwork ? absolute(largeArtworkPath(row.id, row.artwork_version)) : null,
        enclosure,
        others,
      };
    }),
  };
}
