import type { CategoryRef } from '@scoville/contract/categories.ts';
import { genres, moods } from '@scoville/contract/category-calls.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../lib/query.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select } from '../ui/select.tsx';
import type { ActionInput } from './media-actions.ts';

const REMOVE = 'remove';
const optionsOf = (categories: readonly CategoryRef[] | undefined) => [
  { value: REMOVE, label: 'None' },
  ...(categories ?? []).map(({ id, name }) => ({ value: id, label: name })),
];
const chosen = (value: string): string | null => (value === REMOVE ? null : value);

/** Asks for a genre and a mood; what is left as it is, stays. */
export function PlaceDialog({
  title,
  busy,
  onPlace,
  onClose,
}: {
  /** What is placed, such as the media's title or `3 media`. */
  title: string;
  busy: boolean;
  onPlace: (place: NonNullable<ActionInput['place']>) => void;
  onClose: () => void;
}) {
  const genreList = useQuery(queryOf(genres, {}));
  const moodList = useQuery(queryOf(moods, {}));
  const [genre, setGenre] = useState('');
  const [mood, setMood] = useState('');
  const place = {
    ...(genre === '' ? {} : { curatedGenre: chosen(genre) }),
    ...(mood === '' ? {} : { curatedMood: chosen(mood) }),
  };
  const removes = genre === REMOVE || mood === REMOVE;
  return (
    <Dialog
      title={`Genre and mood of ${title}`}
      onClose={onClose}
      actions={
        <>
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="main" busy={busy} disabled={genre === '' && mood === ''} onClick={() => onPlace(place)}>
            {removes ? 'Remove' : 'Update'}
          </Button>
        </>
      }
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label="Genre"
          placeholder="Leave unchanged"
          options={optionsOf(genreList.data?.genres)}
          value={genre}
          onChange={(event) => setGenre(event.target.value)}
        />
        <Select
          label="Mood"
          placeholder="Leave unchanged"
          options={optionsOf(moodList.data?.moods)}
          value={mood}
          onChange={(event) => setMood(event.target.value)}
        />
      </div>
    </Dialog>
  );
}
