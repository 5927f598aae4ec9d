import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo } from 'react';
import { Pagination, usePageWithin } from '../../platform/ui/pagination.tsx';
import { EmptyState } from '../../platform/ui/states.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { PAGE } from './administration.calls.ts';
import { Loaded } from './loaded.tsx';
import { TableTools } from './table-tools.tsx';

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

/** Reads a table's page, search and filter from the address, and changes the address without adding history entries. */
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

interface TablePageProps<Data extends { total: number }, Row> {
  table: TablePlace;
  query: UseQueryResult<Data>;
  /** The noun for the rows, as in "The media could not be loaded." and "Pages of media". */
  what: string;
  rowsOf: (data: Data) => readonly Row[];
  /** The message in place of the table if there are no rows. */
  none: string;
  /** Shown above the table. */
  note?: ReactNode;
  /** Renders the table. */
  children: (rows: readonly Row[]) => ReactNode;
}

interface TableScreenProps<Data extends { total: number }, Row> extends TablePageProps<Data, Row> {
  title: string;
  /** The label of the search box. */
  search: string;
  /** The controls beside the search box. */
  filters: ReactNode;
  /** What else the screen has, below the table: another table, or an open dialog. */
  after?: ReactNode;
}

/** An administration screen with one table: title, search, filters, rows, and the links to the other pages. */
export function TableScreen<Data extends { total: number }, Row>({
  title,
  search,
  filters,
  after,
  ...page
}: TableScreenProps<Data, Row>) {
  return (
    <AdminFrame title={title}>
      <TableTools label={search} q={page.table.q} onSearch={page.table.onSearch}>
        {filters}
      </TableTools>
      <TablePage {...page} />
      {after}
    </AdminFrame>
  );
}

/** One page of a table with its loading and error states, and the links to the other pages. */
function TablePage<Data extends { total: number }, Row>({
  table: { page, onPage },
  query,
  what,
  rowsOf,
  none,
  note,
  children,
}: TablePageProps<Data, Row>) {
  usePageWithin({ page, size: PAGE, total: query.isPlaceholderData ? undefined : query.data?.total }, onPage);
  return (
    <Loaded query={query} what={what}>
      {(data) => (
        <>
          {note}
          {rowsOf(data).length === 0 ? <EmptyState>{none}</EmptyState> : children(rowsOf(data))}
          <Pagination label={`Pages of ${what}`} page={page} size={PAGE} total={data.total} onPage={onPage} />
        </>
      )}
    </Loaded>
  );
}
