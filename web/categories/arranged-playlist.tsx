import type { Category } from '@scoville/contract/categories.ts';
import { mediaPositions } from '@scoville/contract/media-positions.ts';
import type { MediaSummary } from '@scoville/contract/media.ts';
import { type ReactNode, useState } from 'react';
import { call } from '../lib/call.ts';
import { showFailure } from '../lib/fail.ts';
import { useSettings } from '../lib/query.ts';
import { MediaCard } from '../media/media-card.tsx';
import { gridClass } from '../media/media-grid.tsx';
import { SortableList } from '../ui/sortable.tsx';

interface ArrangedPlaylistProps {
  kind: Category['kind'];
  categoryId: string;
  label: string;
  media: readonly MediaSummary[];
  tools: ((media: MediaSummary) => ReactNode) | undefined;
}

/** The media of a genre or a mood for administrators, who give them their order. */
export default function ArrangedPlaylist({ kind, categoryId, label, media, tools }: ArrangedPlaylistProps) {
  const { productName } = useSettings();
  /** The ids in the order that was given here; what has been loaded since stands behind them. */
  const [order, setOrder] = useState<readonly string[]>([]);
  const places = new Map(order.map((id, index) => [id, index]));
  const placeOf = ({ id }: MediaSummary) => places.get(id) ?? order.length;
  const items = media.toSorted((one, other) => placeOf(one) - placeOf(other));
  const sort = (sorted: MediaSummary[]) => {
    setOrder(sorted.map(({ id }) => id));
    const positions = sorted.map(({ id }, index) => ({ id, position: index + 1 }));
    call(mediaPositions, { body: { scope: kind, id: categoryId, positions } }).catch((error: unknown) => {
      setOrder(order);
      showFailure(error, productName, 'The new order could not be saved.');
    });
  };
  return (
    <SortableList items={items} label={label} className={gridClass} nameOf={({ title }) => title} onSort={sort}>
      {(one, index, handle) => (
        <>
          <MediaCard list={items} index={index} />
          <div className="-ml-2.5 flex items-center">
            {handle}
            {tools?.(one)}
          </div>
        </>
      )}
    </SortableList>
  );
}
