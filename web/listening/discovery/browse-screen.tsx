import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import {
  type History,
  type Recommendations,
  type Why,
  browse,
  browseFrom,
} from '@scoville/contract/listening/discovery/recommendations.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMediaTools } from '../../review/administration/use-media-tools.tsx';
import { localFavorites } from '../../catalogue/favorites/local-favorites.ts';
import { call } from '../../platform/lib/call.ts';
import { keyOf, useMe } from '../../platform/lib/query.ts';
import { useSeed } from '../../platform/lib/use-seed.ts';
import { ListTitle } from '../../catalogue/media/list-title.tsx';
import { GridLoading, MediaGrid } from '../../catalogue/media/media-grid.tsx';
import { useMediaPages } from '../../catalogue/media/media-pages.ts';
import { localPlays } from '../../catalogue/player/local-plays.ts';
import { buttonClass } from '../../platform/ui/button.tsx';
import { EmptyState } from '../../platform/ui/states.tsx';
import { WhyShown } from './why-shown.tsx';

const TITLE = SCREENS.browse.title;
/** The number of latest plays, and of latest favorites, that are sent for a visitor. */
const MOST = 6;

/** Recommendations: based on the account's latest choices, or on what this browser remembers of a visitor. */
export function BrowseScreen() {
  const me = useMe();
  return <div className="py-8">{me === undefined ? <Unknown /> : <List key={me?.id} isVisitor={me === null} />}</div>;
}

/** Shown while it is unknown whether an account is signed in. */
function Unknown() {
  return (
    <>
      <ListTitle title={TITLE} className="mb-6" />
      <GridLoading />
    </>
  );
}

function List({ isVisitor }: { isVisitor: boolean }) {
  const seed = useSeed();
  const [history] = useState(() => (isVisitor ? historyOf(seed) : null));
  const listKey = history ? keyOf(browseFrom, { body: { history, seed } }) : keyOf(browse, { query: { seed } });
  const pages = useMediaPages(
    listKey,
    async (cursor, signal) =>
      withReasons(
        await (history
          ? call(browseFrom, { body: { history, seed, pagingOptions: { cursor } }, signal })
          : call(browse, { query: { seed, cursor }, signal })),
      ),
    seed,
  );
  return (
    <>
      <ListTitle title={TITLE} pages={pages} className="mb-6" />
      <MediaGrid label={TITLE} pages={pages} empty={<NoMedia />} tools={below} endless />
    </>
  );
}

type Recommended = MediaSummary & { why: Why | null };

/** The reason for a recommendation, and an administrator's tools, below a card. */
function Below({ media }: { media: Recommended }) {
  const tools = useMediaTools();
  return (
    <>
      <WhyShown id={media.id} why={media.why} />
      {tools?.(media)}
    </>
  );
}

const below = (media: Recommended) => <Below media={media} />;

/** Merges the reasons of a page into its media items. */
const withReasons = ({ media, why, paging }: Recommendations) => ({
  media: media.map((one, at) => ({ ...one, why: why[at] ?? null })),
  paging,
});

/** The history with which each list was opened, by the list's seed. */
const openedWith = new Map<number | undefined, History | null>();

/**
 * Returns the browser's history of a visitor from when the list was opened, so that the list is unchanged when the
 * visitor returns to it.
 */
function historyOf(seed: number | undefined): History | null {
  const opened = openedWith.has(seed) ? (openedWith.get(seed) ?? null) : readLocalHistory();
  openedWith.set(seed, opened);
  return opened;
}

/**
 * Returns the visitor's latest plays and favorites in this browser; null if there are none, in which case the list
 * isn't personal.
 */
function readLocalHistory(): History | null {
  const history = { played: localPlays().slice(0, MOST), favorited: localFavorites().slice(-MOST).toReversed() };
  return history.played.length + history.favorited.length === 0 ? null : history;
}

function NoMedia() {
  return (
    <EmptyState
      action={
        <Link to="/upload" className={buttonClass('main')}>
          Be the first to upload
        </Link>
      }
    >
      It’s quiet here: there is currently no media on the platform.
    </EmptyState>
  );
}
