import type { Actor } from '../http/actor.ts';
import type { RenderContext } from '../http/response-cache.ts';

/** A link of an outline; its square picture is painted where a card of the screen will show it. */
export interface OutlineLink {
  href: string;
  text: string;
  picture?: { src: string; srcset?: string };
}

/** What an address shows before any script runs; written by the domain that owns the page. */
export interface Page {
  /** The screen's part of the title. */
  title: string;
  description: string;
  /** Path of the one address that search engines should know; null for none. */
  canonical: string | null;
  /** Path or address of a picture for previews. */
  image?: string | null;
  /** What it is, as Open Graph (ogp.me) calls it; a website when left out. */
  kind?: 'profile' | 'music.song' | 'music.album' | 'music.playlist' | 'video.other';
  /**
   * Path of the player that other sites may embed instead of a preview; oEmbed describes it. `of` is the path that oEmbed
   * gets, if it isn't the canonical one.
   */
  player?: { path: string; width: number; height: number; of?: string };
  /** Paths of its feeds, which readers and podcast programs find by themselves. */
  feeds?: { rss: string; json: string };
  /** schema.org data. */
  jsonLd?: object;
  /**
   * Replies of the calls that the screen makes first, under the endpoint's path with its parameters, query and body. With
   * `pages` it is the first page of a list that grows by pages.
   */
  queries?: { path: string; params?: object; query?: object; body?: object; pages?: true; data: unknown }[];
  /** The seed of a shuffled list among `queries`. The browser writes it into its address. */
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
  /** False where it may change without the public version: it is made anew for every visitor. */
  isKept?: false;
}

/** Says what a path shows, or null when it is not this kind's. */
export type PageKind = (
  path: string,
  query: URLSearchParams,
  actor: Actor | null,
  visit: RenderContext,
) => Promise<Page | null>;
