import { useEffect } from 'react';
import { Button } from './button.tsx';
import { ChevronLeftIcon, ChevronRightIcon } from './first-icons.tsx';

export interface PaginationProps {
  /** The accessible name, such as "Pages of media". */
  label: string;
  /** Starts at 1. */
  page: number;
  size: number;
  total: number;
  onPage: (page: number) => void;
}

/**
 * Goes to the last page if the address names a later one, for example after the last row of the last page was deleted.
 * @param total undefined until it is loaded
 */
export function usePageWithin(
  { page, size, total }: { page: number; size: number; total: number | undefined },
  onPage: (page: number) => void,
): void {
  const last = total === undefined ? page : Math.max(1, Math.ceil(total / size));
  useEffect(() => {
    if (page > last) onPage(last);
  }, [page, last, onPage]);
}

/** One page back or forward, and the range of the shown rows. Renders nothing if everything fits on one page. */
export function Pagination({ label, page, size, total, onPage }: PaginationProps) {
  const pages = Math.max(1, Math.ceil(total / size));
  if (pages === 1 && page === 1) return null;
  const first = Math.min((page - 1) * size + 1, total);
  return (
    <nav aria-label={label} className="flex items-center justify-end gap-3 py-4">
      <output className="tabular text-muted">
        {first} to {Math.min(page * size, total)} of {total}
      </output>
      <Button size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeftIcon className="size-4" />
        Previous
      </Button>
      <Button size="small" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
        <ChevronRightIcon className="size-4" />
      </Button>
    </nav>
  );
}
