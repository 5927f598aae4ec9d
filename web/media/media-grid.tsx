import { type ReactNode, useDeferredValue } from 'react';
import { Button } from '../ui/button.tsx';
import { EndOfList } from '../ui/end-of-list.tsx';
import { LongList } from '../ui/long-list.tsx';
import { ErrorState, Loading } from '../ui/states.tsx';
import { isWide } from '../ui/use-drawn.ts';
import { CardSkeleton, MediaCard } from './media-card.tsx';
import type { MediaPage, MediaPages } from './media-pages.ts';

/** Cards that are outlined while a list is on its way: on a phone, as many as it shows. */
const placeholders = () => (isWide() ? 20 : 6);
export const gridClass = 'grid grid-cols-[repeat(auto-fill,minmax(min(150px,42vw),1fr))] gap-x-3.5 gap-y-7 md:gap-x-5';

export interface MediaGridProps<P extends MediaPage> {
  /** The accessible name of the list. */
  label: string;
  pages: MediaPages<P>;
  /** Instead of a list without media. */
  empty: ReactNode;
  /** Loads the next page when its end comes near, and not only at the press of More. */
  endless?: boolean;
  /** What stands below a card: what its viewer can do with the media. */
  tools?: ((media: P['media'][number]) => ReactNode) | undefined;
  /** Draws the media that are here in another way. */
  renderList?: (media: MediaPages<P>['media']) => ReactNode;
}

/** Media as a grid that grows by pages. */
export function MediaGrid<P extends MediaPage>({
  label,
  pages,
  empty,
  endless = false,
  tools,
  renderList,
}: MediaGridProps<P>) {
  const { media, isLoading, isLoadingMore, hasMore, loadMore, retry, error } = pages;
  // Cards are drawn in slices: what came from the server is otherwise drawn at a stretch, and a slow phone stands still.
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
          {/* A new one for each page: the end may be near again without having been out of sight. */}
          {endless && !isLoadingMore && <EndOfList key={media.length} onNear={loadMore} />}
          <Button onClick={loadMore} busy={isLoadingMore}>
            More
          </Button>
        </div>
      )}
    </>
  );
}

/** A grid that is still on its way. */
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
