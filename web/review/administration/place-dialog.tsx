import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import { useState } from 'react';
import { CategorySelect } from '../../catalogue/categories/category-select.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { Dialog } from '../../platform/ui/dialog.tsx';
import type { ActionInput } from './media-actions.ts';

const REMOVE = 'remove';
const NONE = { value: REMOVE, label: 'None' };
const chosen = (value: string): string | null => (value === REMOVE ? null : value);

/**
 * A dialog in which an administrator sets the genre and the mood of one or several songs or videos. Without a choice in
 * a field, each item keeps its own value.
 */
export function PlaceDialog({
  title,
  busy,
  onPlace,
  onClose,
}: {
  /** The title of the selected song or video; if several are selected, their number, such as `3 media`. */
  title: string;
  busy: boolean;
  onPlace: (place: NonNullable<ActionInput['place']>) => void;
  onClose: () => void;
}) {
  const [genre, setGenre] = useState('');
  const [mood, setMood] = useState('');
  const place = {
    ...(genre === '' ? {} : { curatedGenre: chosen(genre) }),
    ...(mood === '' ? {} : { curatedMood: chosen(mood) }),
  };
  const removes = genre === REMOVE || mood === REMOVE;
  return (
    <Dialog
      title={sentence`Genre and mood of ${title}`}
      busy={busy}
      onClose={onClose}
      actions={
        <>
          <Button variant="plain" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="main" busy={busy} disabled={genre === '' && mood === ''} onClick={() => onPlace(place)}>
            {removes ? 'Remove' : 'Update'}
          </Button>
        </>
      }
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <CategorySelect kind="genre" placeholder="Leave unchanged" first={NONE} value={genre} onChange={setGenre} />
        <CategorySelect kind="mood" placeholder="Leave unchanged" first={NONE} value={mood} onChange={setMood} />
      </div>
    </Dialog>
  );
}
