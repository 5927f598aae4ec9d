import type { Category } from '@scoville/contract/catalogue/categories/categories.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { showFailure } from '../../platform/lib/fail.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { MediaCard } from '../media/media-card.tsx';
import { gridClass } from '../media/media-grid.tsx';
import { SortableList } from '../../platform/ui/sortable.tsx';
import { moveInCategory } from './move-in-category.ts';

interface ArrangedPlaylistProps {
  kind: Category['kind'];
  categoryId: string;
  label: string;
  media: readonly MediaSummary[];
  /** The key of the list in the query cache. */
  listKey: QueryKey;
  tools: ((media: MediaSummary) => ReactNode) | undefined;
}

/** The songs and videos of a genre or mood for administrators, who arrange their order. */
export default function ArrangedPlaylist({ kind, categoryId, label, media, listKey, tools }: ArrangedPlaylistProps) {
  const client = useQueryClient();
  const { productName } = useSettings();
  const sort = (sorted: MediaSummary[]) => {
    moveInCategory(client, { kind, id: categoryId, listKey }, media, sorted).catch((error: unknown) =>
      showFailure(error, productName, 'The new order could not be saved.'),
    );
  };
  return (
    <SortableList items={media} label={label} className={gridClass} nameOf={({ title }) => title} onSort={sort}>
      {(one, index, handle) => (
        <>
          <MediaCard list={media} index={index} />
          <div className="-ml-2.5 flex items-center">
            {handle}
            {tools?.(one)}
          </div>
        </>
      )}
    </SortableList>
  );
}
