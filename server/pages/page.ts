import type { Actor } from '../http/actor.ts';
import type { Making } from '../http/kept-answers.ts';

/** What an address shows before any script runs; written by the domain that owns the page. */
export interface Page {
  /** The screen's part of the title. */
  title: string;
  description: string;
  /** Path of the one address that search engines should know; null for none. */
  canonical: string | null;
  /** Path or address of a picture for previews. */
  image?: string | null;
  /** schema.org data. */
  jsonLd?: object;
  /** Replies of the calls that the screen makes first, under the endpoint's path with its parameters and query. */
  queries?: { path: string; params?: object; query?: object; data: unknown }[];
  /** The largest picture of the first screen. */
  preloadImage?: string | null;
  /** Source file of the screen in `web/`, whose scripts are preloaded. */
  screen?: string;
  /** The outline: a heading, and lists of links. Escaped here, not by the author. */
  outline?: { heading: string; text?: string; lists?: { title: string; links: { href: string; text: string }[] }[] };
  status?: 200 | 404;
}

/** Says what a path shows, or null when it is not this kind's. */
export type PageKind = (
  path: string,
  query: URLSearchParams,
  actor: Actor | null,
  visit: Making,
) => Promise<Page | null>;
