import { SCREENS } from '@scoville/contract/addresses.ts';
import type { MediaSummary } from '@scoville/contract/media.ts';
import {
  type History,
  type Recommendations,
  type Why,
  browse,
  browseFrom,
} from '@scoville/contract/recommendations.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMediaTools } from '../administration/use-media-tools.tsx';
import { localFavorites } from '../favorites/local-favorites.ts';
import { call } from '../lib/call.ts';
import { keyOf, useMe } from '../lib/query.ts';
import { useSeed } from '../lib/use-seed.ts';
import { ListTitle } from '../media/list-title.tsx';
import { GridLoading, MediaGrid } from '../media/media-grid.tsx';
import { useMediaPages } from '../media/media-pages.ts';
import { playedHere } from '../player/played-here.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';
import { WhyShown } from './why-shown.tsx';

const TITLE = SCREENS.browse.title;
/** The latest that are said of each. */
const MOST = 6;

/** What the listener may like: by what the account chose lately, or what this browser remembers of its visitor. */
export function BrowseScreen() {
  const me = useMe();
  return <div className="py-8">{me === undefined ? <Unknown /> : <List key={me?.id} isVisitor={me === null} />}</div>;
}

/** Nobody knows yet whose list it is. */
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
  const asked = history ? keyOf(browseFrom, { body: { history, seed } }) : keyOf(browse, { query: { seed } });
  const pages = useMediaPages(
    asked,
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

/** What stands below a card: why it is there, and an administrator's tools. */
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

/** A page whose media say themselves why they are there. */
const withReasons = ({ media, why, paging }: Recommendations) => ({
  media: media.map((one, at) => ({ ...one, why: why[at] ?? null })),
  paging,
});

/** By the seeds of lists. */
const openedWith = new Map<number | undefined, History | null>();

/** What this browser remembered of a visitor when a list was opened: who comes back to the list finds it as it was. */
function historyOf(seed: number | undefined): History | null {
  const opened = openedWith.has(seed) ? (openedWith.get(seed) ?? null) : historyHere();
  openedWith.set(seed, opened);
  return opened;
}

/** What this browser remembers of a visitor; null for nothing, whose list is everybody's. */
function historyHere(): History | null {
  const history = { played: playedHere().slice(0, MOST), favorited: localFavorites().slice(-MOST).toReversed() };
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
