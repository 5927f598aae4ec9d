import { curatedList } from '@scoville/contract/listening/discovery/discovery-lists.ts';
import type { BandList } from '@scoville/contract/listening/discovery/discovery.ts';
import { useMediaTools } from '../../review/administration/use-media-tools.tsx';
import { call } from '../../platform/lib/call.ts';
import { keyOf, useSettings } from '../../platform/lib/query.ts';
import { ListTitle } from '../../catalogue/media/list-title.tsx';
import { MediaGrid } from '../../catalogue/media/media-grid.tsx';
import { useMediaPages } from '../../catalogue/media/media-pages.ts';
import { EmptyState } from '../../platform/ui/states.tsx';
import { BANDS } from './band-titles.ts';
import { useSeed } from '../../platform/lib/use-seed.ts';

const WORDS: Record<BandList, { about: string; empty: string }> = {
  'perfectly-seasoned': {
    about: 'Songs and videos that reviewers scored 85 and up.',
    empty: 'Nothing has been scored 85 or more yet.',
  },
  'well-done': {
    about: 'Songs and videos that reviewers scored 70 to 84.',
    empty: 'Nothing has been scored 70 to 84 yet.',
  },
};

/** A band's complete list: newest first, or in the order of the address's seed. */
export function BandScreen({ list }: { list: BandList }) {
  const { client } = useSettings();
  const seed = useSeed(list === 'perfectly-seasoned' && client.randomizePerfectlySeasoned);
  const query = { list, seed: seed ?? 0 };
  const pages = useMediaPages(
    keyOf(curatedList, { query }),
    (cursor, signal) => call(curatedList, { query: { ...query, cursor }, signal }),
    seed,
  );
  const { title } = BANDS[list];
  return (
    <div className="py-8">
      <ListTitle title={title} pages={pages} />
      <p className="mt-1 mb-6 text-muted">{WORDS[list].about}</p>
      <MediaGrid
        label={title}
        pages={pages}
        empty={<EmptyState>{WORDS[list].empty}</EmptyState>}
        tools={useMediaTools()}
        endless
      />
    </div>
  );
}
