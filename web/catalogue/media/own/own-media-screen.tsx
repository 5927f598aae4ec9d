import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { errorText } from '@scoville/contract/platform/http/errors.ts';
import { VerifyNotice } from '../../../accounts/auth/verify-notice.tsx';
import { usePollingInterval } from '../../../platform/events/stream.ts';
import { meQuery, useSettings } from '../../../platform/lib/query.ts';
import { useTypedSearch } from '../../../platform/lib/use-typed-search.ts';
import { Button, buttonClass } from '../../../platform/ui/button.tsx';
import { openedPart } from '../../../platform/ui/opened-part.tsx';
import { Pagination, usePageWithin } from '../../../platform/ui/pagination.tsx';
import { EmptyState, ErrorState, Loading, Skeleton } from '../../../platform/ui/states.tsx';
import { TextField } from '../../../platform/ui/text-field.tsx';
import { OwnMediaList } from './own-media-list.tsx';
import { OWN_PAGE, ownMediaQuery } from '../media.calls.ts';

/** Milliseconds without typing before the list follows the filter. */
const PAUSE = 250;
const CommentRulesDialog = openedPart(async () => ({
  default: (await import('../../../community/comments/comment-rules-dialog.tsx')).CommentRulesDialog,
}));
const route = getRouteApi('/account/media');

/** All of an account's own songs and videos, published or not. */
export function OwnMediaScreen() {
  const me = useSuspenseQuery(meQuery()).data;
  const [showsRules, setRules] = useState(false);
  const closeRules = () => setRules(false);
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-6 py-8 xl:max-w-none">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-head">Songs &amp; Videos</h1>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setRules(true)}>Comment settings</Button>
          <Link to="/upload" className={buttonClass()}>
            Upload
          </Link>
        </div>
      </header>
      {me && !me.isVerified && <VerifyNotice email={me.email} />}
      {me && <OwnMedia userId={me.id} />}
      {showsRules && <CommentRulesDialog onClose={closeRules} onFailed={closeRules} />}
    </div>
  );
}

function OwnMedia({ userId }: { userId: string }) {
  const { productName } = useSettings();
  const { filter = '', page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const setPage = (next: number) =>
    void navigate({ search: (before) => ({ ...before, page: next === 1 ? undefined : next }), replace: true });
  const every = usePollingInterval();
  const query = useQuery(ownMediaQuery(userId, { filter, page, every }));
  usePageWithin({ page, size: OWN_PAGE, total: query.isPlaceholderData ? undefined : query.data?.total }, setPage);
  if (query.isPending) return <Waiting />;
  if (query.isLoadingError)
    return <ErrorState message={errorText(query.error, productName)} onRetry={() => void query.refetch()} />;
  const { media, total = media.length } = query.data;
  // A page number behind the last page redirects to the last one.
  if (media.length === 0 && page > 1) return <Waiting />;
  if (media.length === 0 && filter === '')
    return (
      <EmptyState
        action={
          <Link to="/upload" className={buttonClass('outline')}>
            Upload your first one
          </Link>
        }
      >
        You have no songs or videos yet.
      </EmptyState>
    );
  return (
    <>
      <FilterBox key={userId} value={filter} />
      {media.length === 0 ? (
        <EmptyState>None of your media matches “{filter}”.</EmptyState>
      ) : (
        <section aria-label="Your media" aria-busy={query.isPlaceholderData}>
          <OwnMediaList media={media} />
          <Pagination label="Pages of your media" page={page} size={OWN_PAGE} total={total} onPage={setPage} />
        </section>
      )}
    </>
  );
}

function FilterBox({ value }: { value: string }) {
  const navigate = route.useNavigate();
  const write = useCallback(
    // Matches are shown from their first page.
    (words: string) => void navigate({ search: { filter: words || undefined }, replace: true }),
    [navigate],
  );
  const [text, setText] = useTypedSearch(value, write, PAUSE);
  return (
    <TextField
      label="Filter"
      type="search"
      placeholder="Part of a title"
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

function Waiting() {
  return (
    <Loading label="Loading your media">
      <div className="flex flex-col gap-3">
        {Array.from({ length: 6 }, (_, row) => (
          <Skeleton key={row} className="h-[72px]" />
        ))}
      </div>
    </Loading>
  );
}
