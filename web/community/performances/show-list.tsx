import { errorText } from '@scoville/contract/platform/http/errors.ts';
import type { Performance } from '@scoville/contract/community/performances.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NextPage } from '../../platform/lib/next-page.tsx';
import { useSettings } from '../../platform/lib/query.ts';
import { ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { showPages } from './performances.calls.ts';

interface ShowListProps {
  musicianId: string;
  when: 'upcoming' | 'past';
  label: string;
  /** Shown instead of an empty list. */
  empty: ReactNode;
  /** Draws the row of a show. */
  children: (show: Performance) => ReactNode;
}

/** Upcoming or past shows, loaded page by page. */
export function ShowList({ musicianId, when, label, empty, children }: ShowListProps) {
  const { productName } = useSettings();
  const list = useInfiniteQuery(showPages(musicianId, when));
  if (list.isPending)
    return (
      <Loading label="Loading the shows">
        <Skeleton className="h-20 w-full" />
      </Loading>
    );
  if (list.isError && !list.data)
    return <ErrorState message={errorText(list.error, productName)} onRetry={() => void list.refetch()} />;
  const shows = list.data.pages.flatMap((page) => page.performances);
  if (shows.length === 0) return empty;
  return (
    <>
      <ul aria-label={label}>
        {shows.map((show) => (
          <li key={show.id} className="border-b border-line py-4 last:border-0">
            {children(show)}
          </li>
        ))}
      </ul>
      <NextPage list={list} label="More shows" className="my-3" />
    </>
  );
}
