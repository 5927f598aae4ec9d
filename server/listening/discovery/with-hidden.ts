import type { MediaList } from '@scoville/contract/catalogue/media/media-lists.ts';
import type { App } from '../../platform/app-context.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { type PageOptions, type Slice, type TimePlace, readPage, timePlace } from '../../platform/http/paging.ts';
import { presentList } from '../../catalogue/media/media.read.ts';
import { type HiddenFilter, countHidden, hiddenKeys } from './hidden.queries.ts';
import { PAGE_SIZE } from './read-list-page.ts';
import type { SearchFacets } from './search-query.ts';
import { type ParsedQuery, parseQuery } from './search.queries.ts';

interface HiddenMediaOptions extends PageOptions {
  q: string;
  tagged: boolean;
  filter: string;
  facets: Omit<SearchFacets, 'tag' | 'titleWords' | 'underReview'>;
}

/**
 * A list that begins with its non-public media that this member may see (a member's own, or all for an administrator),
 * and continues with the public media.
 * @param publicPage returns a page of the public media
 */
export async function withHidden(
  app: App,
  actor: Actor,
  options: HiddenMediaOptions,
  publicPage: (rest: PageOptions) => Promise<MediaList>,
): Promise<MediaList> {
  const { cursors, db } = app;
  const { page = 1, size = PAGE_SIZE, cursor } = options;
  const filter = await hiddenFilter(app, actor, options);
  const name = `hidden ${JSON.stringify(filter)}`;
  if (cursor !== undefined && !cursors.isOf(name, cursor)) return publicPage({ size, cursor });
  const hidden = await readPage(cursors, options, {
    name,
    size,
    read: async (slice: Slice<TimePlace>) => ({ rows: await hiddenKeys(db, filter, slice) }),
    placeOf: timePlace,
  });
  const ids = hidden.rows.map(({ id }) => id);
  const media = await presentList(app, actor, ids);
  if (hidden.paging.next !== null) return { media, paging: hidden.paging };
  const all = await countHidden(db, filter);
  // Number of public media on the pages before.
  const skip = cursor === undefined ? Math.max(0, (page - 1) * size - all) : 0;
  const room = size - ids.length;
  const rest = await publicPage({ size: Math.max(1, room), skip });
  const last = hidden.rows.at(-1);
  // If hidden media fill the page, the next page begins with the first public media, if there are any.
  const next =
    room > 0 || !last ? rest.paging.next : rest.media.length > 0 ? cursors.write(name, timePlace(last)) : null;
  return {
    ...rest,
    media: room > 0 ? [...media, ...rest.media] : media,
    ...(rest.total !== undefined && { total: rest.total + all }),
    paging: { page, size, next },
  };
}

async function hiddenFilter(app: App, actor: Actor, options: HiddenMediaOptions): Promise<HiddenFilter> {
  const { q, tagged, filter, facets } = options;
  const parsed = q === '' ? null : await parseQuery(app.db, q);
  return {
    ...facets,
    musicianId: actor.role === 'admin' ? null : actor.userId,
    tag: tagged ? (parsed?.tag ?? null) : null,
    words: tagged || parsed === null ? [] : termsOf(parsed),
    titleWords: filter === '' ? [] : (await parseQuery(app.db, filter)).words.map(({ inTitle }) => inTitle),
  };
}

/** The search as parts of a query: its words as prefixes, or its signs if it has no words. */
const termsOf = ({ words, signed, query }: ParsedQuery): string[] =>
  words.length > 0 ? words.map(({ open }) => open) : [signed ?? query];
