import { type ReactNode, useDeferredValue } from 'react';
import { Button } from '../../platform/ui/button.tsx';
import { EndOfList } from '../../platform/ui/end-of-list.tsx';
import { LongList } from '../../platform/ui/long-list.tsx';
import { ErrorState, Loading } from '../../platform/ui/states.tsx';
import { isWide } from '../../platform/ui/use-drawn.ts';
import { CardSkeleton, MediaCard } from './media-card.tsx';
import type { MediaPage, MediaPages } from './media-pages.ts';

/** The number of placeholder cards while a list loads: on a phone, as many as fit on its screen. */
const placeholders = () => (isWide() ? 20 : 6);
export const gridClass = 'grid grid-cols-[repeat(auto-fill,minmax(min(150px,42vw),1fr))] gap-x-3.5 gap-y-7 md:gap-x-5';

export interface MediaGridProps<P extends MediaPage> {
  /** The accessible name of the list. */
  label: string;
  pages: MediaPages<P>;
  /** Shown instead of a list that has no items. */
  empty: ReactNode;
  /** True to load the next page when the end of the list comes near, and not only on a click on More. */
  endless?: boolean;
  /** The controls below a card: what the viewer can do with the item. */
  tools?: ((media: P['media'][number]) => ReactNode) | undefined;
  /** Draws the loaded items in another way. */
  renderList?: (media: MediaPages<P>['media']) => ReactNode;
}

/** Songs and videos as a grid that grows page by page. */
export function MediaGrid<P extends MediaPage>({
  label,
  pages,
  empty,
  endless = false,
  tools,
  renderList,
}: MediaGridProps<P>) {
  const { media, isLoading, isLoadingMore, hasMore, loadMore, retry, error } = pages;
  // Deferred, so that React draws the cards in slices. Drawn in one go, a new page would freeze a slow phone.
  const drawn = useDeferredValue(media);
  if (isLoading || (drawn.length === 0 && media.length > 0)) return <GridLoading />;
  if (error && media.length === 0) return <ErrorState message={error} onRetry={retry} />;
  if (media.length === 0) return empty;
  return (
    <>
      {renderList ? (
        renderList(media)
      ) : (
        <LongList label={label} className={gridClass} items={drawn}>
          {(one, index) => (
            <>
              <MediaCard list={drawn} index={index} />
              {tools && <div className="-ml-2.5">{tools(one)}</div>}
            </>
          )}
        </LongList>
      )}
      {error && <ErrorState message={error} onRetry={retry} />}
      {hasMore && !error && (
        <div className="relative flex justify-center py-8">
          {/* The key mounts a new sentinel for each page, because the end may be near again without ever having
              been out of sight. */}
          {endless && !isLoadingMore && <EndOfList key={media.length} onNear={loadMore} />}
          <Button onClick={loadMore} busy={isLoadingMore}>
            More
          </Button>
        </div>
      )}
    </>
  );
}

/** The placeholder of a grid that is still loading. */
export function GridLoading() {
  return (
    <Loading label="Loading the list">
      <div className={gridClass}>
        {Array.from({ length: placeholders() }, (_, index) => (
          <CardSkeleton key={index} />
        ))}
      </div>
    </Loading>
  );
}
