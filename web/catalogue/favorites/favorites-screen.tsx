import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import { remember } from '@scoville/contract/catalogue/favorites.ts';
import { Link } from '@tanstack/react-router';
import { call } from '../../platform/lib/call.ts';
import { keyOf, useMe } from '../../platform/lib/query.ts';
import { useSeed } from '../../platform/lib/use-seed.ts';
import { ListTitle } from '../media/list-title.tsx';
import { GridLoading, MediaGrid } from '../media/media-grid.tsx';
import { type MediaPages, useMediaPages } from '../media/media-pages.ts';
import { buttonClass } from '../../platform/ui/button.tsx';
import { EmptyState } from '../../platform/ui/states.tsx';
import { fetchLocalPage } from './local-page.ts';

const { title } = SCREENS.favorites;

/** The favorites of the account, or of this browser for visitors, in a different order on every visit. */
export function FavoritesScreen() {
  const me = useMe();
  const seed = useSeed() ?? 0;
  return (
    <div className="py-8">
      {me === undefined ? <Unknown /> : me === null ? <OfBrowser seed={seed} /> : <OfAccount seed={seed} />}
    </div>
  );
}

/** Shown until it is known whether the user is signed in. */
function Unknown() {
  return (
    <>
      <ListTitle title={title} className="mb-6" />
      <GridLoading />
    </>
  );
}

function OfAccount({ seed }: { seed: number }) {
  const query = { seed };
  const pages = useMediaPages(
    keyOf(remember, { query }),
    (cursor, signal) => call(remember, { query: { ...query, cursor }, signal }),
    seed,
  );
  return <Favorites pages={pages} />;
}

function OfBrowser({ seed }: { seed: number }) {
  const pages = useMediaPages(
    ['favorites of this browser', seed],
    (after, signal) => fetchLocalPage(seed, after, signal),
    seed,
  );
  return <Favorites pages={pages} />;
}

function Favorites({ pages }: { pages: MediaPages }) {
  const empty = (
    <EmptyState
      action={
        <Link to="/browse" className={buttonClass('main')}>
          Browse music
        </Link>
      }
    >
      You haven&apos;t added any media to your favorites yet.
    </EmptyState>
  );
  return (
    <>
      <ListTitle title={title} pages={pages} className="mb-6" />
      <MediaGrid label={title} pages={pages} empty={empty} endless />
    </>
  );
}
