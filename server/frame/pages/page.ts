import type { Actor } from '../../platform/http/actor.ts';
import type { RenderContext } from '../../platform/http/response-cache.ts';

/** A link in an outline. Its square picture is painted where the screen's card will show it. */
export interface OutlineLink {
  href: string;
  text: string;
  picture?: { src: string; srcset?: string };
}

/** The content of an address before any script runs, written by the domain that owns the page. */
export interface Page {
  /** The screen's part of the title. */
  title: string;
  description: string;
  /** Path of the canonical address for search engines; null for none. */
  canonical: string | null;
  /** Path or address of a picture for previews. */
  image?: string | null;
  /** The page's type in Open Graph (ogp.me); a website by default. */
  kind?: 'profile' | 'music.song' | 'music.album' | 'music.playlist' | 'video.other';
  /**
   * Path of the player that other sites may embed instead of a preview; oEmbed describes it. `of` is the path that oEmbed
   * gets, if it isn't the canonical one.
   */
  player?: { path: string; width: number; height: number; of?: string };
  /** Paths of its feeds, for autodiscovery by feed readers and podcast apps. */
  feeds?: { rss: string; json: string };
  /** schema.org data. */
  jsonLd?: object;
  /**
   * Replies of the calls that the screen makes first, under the endpoint's path with its parameters, query and body. With
   * `pages` it is the first page of a list that grows by pages.
   */
  queries?: { path: string; params?: object; query?: object; body?: object; pages?: true; data: unknown }[];
  /**
   * The seed of the shuffled list of which `queries` has the first page. The browser writes it into its address, so
   * that the next pages have the same order.
   */
  seed?: number;
  /** The largest picture of the first screen. */
  preloadImage?: string | null;
  /** Source file of the screen in `web/`, whose scripts are preloaded. */
  screen?: string;
  /**
   * The outline: a heading, and lists of links. Escaped here, not by the author. A `banner` is the picture in a header that
   * is wide on a phone.
   */
  outline?: { heading: string; banner?: string; text?: string; lists?: { title: string; links: OutlineLink[] }[] };
  status?: 200 | 404;
  /** False for a page that can change without a new public version, and so is rendered for each request. */
  isCacheable?: false;
}

/** Returns the page for a path, or null if the path doesn't belong to this kind. */
export type PageKind = (
  path: string,
  query: URLSearchParams,
  actor: Actor | null,
  visit: RenderContext,
) => Promise<Page | null>;
