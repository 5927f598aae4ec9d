import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { ErrorState, Loading } from '../ui/states.tsx';
import { CardSkeleton, MediaCard } from './media-card.tsx';
import type { MediaPages } from './media-pages.ts';

const PLACEHOLDERS = 20;
const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(150px,42vw),1fr))] gap-x-3.5 gap-y-7 md:gap-x-5';

export interface MediaGridProps {
  /** The accessible name of the list. */
  label: string;
  pages: MediaPages;
  /** Instead of a list without media. */
  empty: ReactNode;
  /** Loads the next page when its end comes near, and not only at the press of More. */
  endless?: boolean;
}

/** Media as a grid that grows by pages. */
export function MediaGrid({ label, pages, empty, endless = false }: MediaGridProps) {
  const { media, isLoading, isLoadingMore, hasMore, loadMore, error } = pages;
  const end = useNearness(endless && hasMore && !isLoadingMore && !error, loadMore);
  if (isLoading) {
    return (
      <Loading label="Loading the list">
        <div className={grid}>
          {Array.from({ length: PLACEHOLDERS }, (_, index) => (
            <CardSkeleton key={index} />
          ))}
        </div>
      </Loading>
    );
  }
  if (error && media.length === 0) return <ErrorState message={error} onRetry={loadMore} />;
  if (media.length === 0) return empty;
  return (
    <>
      <ul aria-label={label} className={grid}>
        {media.map(({ id }, index) => (
          <li key={id} className="min-w-0">
            <MediaCard list={media} index={index} />
          </li>
        ))}
      </ul>
      {error && <ErrorState message={error} onRetry={loadMore} />}
      {hasMore && !error && (
        <div ref={end} className="flex justify-center py-8">
          <Button onClick={loadMore} busy={isLoadingMore}>
            More
          </Button>
        </div>
      )}
    </>
  );
}

/** Calls `reached` whenever the element comes within a screen's height of being seen, while `active`. */
function useNearness(active: boolean, reached: () => void) {
  const element = useRef<HTMLDivElement>(null);
  const latest = useRef(reached);
  useEffect(() => {
    latest.current = reached;
  }, [reached]);
  useEffect(() => {
    if (!active || !element.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) latest.current();
      },
      { rootMargin: '100% 0px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [active]);
  return element;
}
