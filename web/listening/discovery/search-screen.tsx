import type { MediaList } from '@scoville/contract/catalogue/media/media-lists.ts';
import { mediaSearch } from '@scoville/contract/listening/discovery/search.ts';
import { useSearch } from '@tanstack/react-router';
import { useMediaTools } from '../../review/administration/use-media-tools.tsx';
import { FilterBar } from '../../catalogue/categories/filter-bar.tsx';
import {
  filterQuery,
  isFiltered,
  useFilter,
  useUnknownPlaceNotice,
  withoutFilter,
} from '../../catalogue/categories/use-filter.ts';
import { call } from '../../platform/lib/call.ts';
import { keyOf, useMe } from '../../platform/lib/query.ts';
import { pluralize } from '../../platform/lib/format.ts';
import { MediaGrid } from '../../catalogue/media/media-grid.tsx';
import { useMediaPages } from '../../catalogue/media/media-pages.ts';
import { useTitle } from '../../platform/lib/title.ts';
import { NothingFound } from './nothing-found.tsx';

/** The results of a search, best first; without words, everything that passes the filter. */
export function SearchScreen() {
  const { q = '', tagged = false } = useSearch({ strict: false });
  const isAdmin = useMe()?.role === 'admin';
  const [filter, setFilter] = useFilter();
  const words = q.trim();
  const query = { ...(words !== '' && { q: words, tagged }), ...filterQuery(filter) };
  const pages = useMediaPages(keyOf(mediaSearch, { query }), (cursor, signal) =>
    call(mediaSearch, { query: { ...query, cursor }, signal }),
  );
  const title = words === '' ? 'All songs and videos' : `Results for: ${words}`;
  useTitle(title);
  useUnknownPlaceNotice(filter.location, pages.first?.near);
  return (
    <div className="py-8">
      <h1 className="text-head break-words">{title}</h1>
      <output className="mt-1 block min-h-6 break-words text-muted">
        {pages.first && aboutResults(pages.first, tagged)}
      </output>
      <div className="mt-4 mb-7 flex flex-wrap items-center gap-x-4 gap-y-2">
        <FilterBar filter={filter} onChange={setFilter} near={pages.first?.near} withUnderReview={isAdmin} />
      </div>
      <MediaGrid
        label={title}
        pages={pages}
        empty={
          <NothingFound
            query={words}
            tagged={tagged}
            nearest={pages.first?.search?.nearest ?? []}
            onEverything={isFiltered(filter) ? () => setFilter(withoutFilter(filter)) : undefined}
          />
        }
        tools={useMediaTools()}
        endless
      />
    </div>
  );
}

/** The number of results, and how the words were changed to find them; empty if nothing was found. */
function aboutResults({ media, total, search }: MediaList, tagged: boolean): string {
  if (media.length === 0) return '';
  const sentences = total === undefined ? [] : [`${pluralize(total, 'result', 'results')}.`];
  if (tagged) sentences.push('Showing only exact matches of this tag.');
  if (search?.dropped) sentences.push(`Nothing has all of these words. “${search.dropped}” was left out.`);
  if (search?.corrected) sentences.push('Some words were corrected to similar spellings.');
  return sentences.join(' ');
}
