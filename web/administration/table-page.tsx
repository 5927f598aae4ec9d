import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo } from 'react';
import { Pagination, usePageWithin } from '../ui/pagination.tsx';
import { ErrorState } from '../ui/states.tsx';
import { PAGE } from './administration.calls.ts';
import { TableSkeleton } from './table-skeleton.tsx';

/** Where a table of administrators stands: its part of the address. */
export interface TablePlace {
  /** From 1. */
  page: number;
  q: string;
  /** The name of a state, which is the table's own. */
  filter: string | undefined;
  /** Is it a part of the whole list that is asked for? What is empty then says so. */
  isPart: boolean;
  /** The latest question of the list: what was ticked on another page is not ticked on this one. */
  key: string;
  onPage: (page: number) => void;
  /** A new search or filter begins at the first page. */
  onSearch: (q: string | undefined) => void;
  onFilter: (filter: string | undefined) => void;
}

/** Reads page, search and filter of a table from the address, and writes them there without a new step of the history. */
export function useTablePage(): TablePlace {
  const { page = 1, q = '', filter } = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = useCallback(
    (to: { page?: number; q?: string | undefined; filter?: string | undefined }) =>
      void navigate({
        to: '.',
        search: (before) => ({ ...before, page: undefined, ...to }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const ways = useMemo(
    () => ({
      onPage: (next: number) => go({ page: next }),
      onSearch: (typed: string | undefined) => go({ q: typed || undefined }),
      onFilter: (name: string | undefined) => go({ filter: name || undefined }),
    }),
    [go],
  );
  return {
    page,
    q,
    filter,
    isPart: q !== '' || filter !== undefined || page > 1,
    key: `${page} ${q} ${filter}`,
    ...ways,
  };
}

interface TablePageProps<Data extends { total: number }> {
  table: TablePlace;
  list: UseQueryResult<Data>;
  /** What is in the table, as in "The media could not be loaded." and "Pages of media". */
  what: string;
  /** The rows, or what stands there without any. */
  children: (data: Data) => ReactNode;
}

/** One page of a table, while it comes, when it failed and when it is there, with the way to the other pages. */
export function TablePage<Data extends { total: number }>({ table, list, what, children }: TablePageProps<Data>) {
  const { page, onPage } = table;
  usePageWithin({ page, size: PAGE, total: list.isPlaceholderData ? undefined : list.data?.total }, onPage);
  const again = () => void list.refetch();
  if (list.isPending) return <TableSkeleton />;
  if (list.data === undefined) return <ErrorState message={`The ${what} could not be loaded.`} onRetry={again} />;
  return (
    <>
      {list.isError && !list.isFetching && (
        <ErrorState message={`The ${what} could not be updated: these are from before.`} onRetry={again} />
      )}
      {children(list.data)}
      <Pagination label={`Pages of ${what}`} page={page} size={PAGE} total={list.data.total} onPage={onPage} />
    </>
  );
}
