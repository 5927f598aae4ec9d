import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo } from 'react';
import { Pagination, usePageWithin } from '../../platform/ui/pagination.tsx';
import { ErrorState } from '../../platform/ui/states.tsx';
import { PAGE } from './administration.calls.ts';
import { TableSkeleton } from './table-skeleton.tsx';

/** The position in an administration table, as kept in the address. */
export interface TablePlace {
  /** Starts at 1. */
  page: number;
  q: string;
  /** The name of a state; each table has its own states. */
  filter: string | undefined;
  /** Whether a search or filter is active. An empty table then shows that nothing matches. */
  isPart: boolean;
  /** Identifies the current page, search and filter; a selection made on another page is discarded. */
  key: string;
  onPage: (page: number) => void;
  /** A new search or filter starts at the first page. */
  onSearch: (q: string | undefined) => void;
  onFilter: (filter: string | undefined) => void;
}

/** Reads a table's page, search and filter from the address, and writes them there without adding history entries. */
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
  /** The noun for the rows, as in "The media could not be loaded." and "Pages of media". */
  what: string;
  /** Renders the rows, or a message if there are none. */
  children: (data: Data) => ReactNode;
}

/** One page of a table with its loading and error states, and the links to the other pages. */
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
