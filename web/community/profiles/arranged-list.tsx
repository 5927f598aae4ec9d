import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { showFailure } from '../../platform/lib/fail.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { gridClass } from '../../catalogue/media/media-grid.tsx';
import { SortableList } from '../../platform/ui/sortable.tsx';
import { moveInProfile } from './profiles.calls.ts';

interface ArrangedListProps {
  musicianId: string;
  label: string;
  media: readonly Media[];
  /** Shown behind the last item. */
  last: ReactNode;
  children: (index: number, handle: ReactNode) => ReactNode;
}

/** The media of a profile, shown to users with permission to reorder them. */
export function ArrangedList({ musicianId, label, media, last, children }: ArrangedListProps) {
  const client = useQueryClient();
  const { productName } = useSettings();
  const sort = (sorted: Media[]) => {
    moveInProfile(client, musicianId, media, sorted).catch((error: unknown) =>
      showFailure(error, productName, 'The new order could not be saved.'),
    );
  };
  return (
    <SortableList
      items={media}
      label={label}
      className={gridClass}
      nameOf={({ title }) => title}
      onSort={sort}
      last={last}
    >
      {(_, index, handle) => children(index, handle)}
    </SortableList>
  );
}
