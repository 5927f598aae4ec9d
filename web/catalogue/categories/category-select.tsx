import type { Category } from '@scoville/contract/catalogue/categories/categories.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../platform/ui/button.tsx';
import { Select } from '../../platform/ui/select.tsx';
import { genresQuery, moodsQuery } from './categories.calls.ts';

const NAMES = { genre: ['Genre', 'Genres'], mood: ['Mood', 'Moods'] } as const;

interface CategorySelectProps {
  kind: Category['kind'];
  placeholder: string;
  /** The id of the chosen genre or mood; empty for none. */
  value: string;
  onChange: (value: string) => void;
  /** An option before the genres or moods. */
  first?: { value: string; label: string };
  disabled?: boolean;
}

/** A select for all genres or all moods. Disabled until the list is loaded; shows an error if loading fails. */
export function CategorySelect({ kind, first, disabled = false, onChange, ...select }: CategorySelectProps) {
  const [label, all] = NAMES[kind];
  const list = useCategoryList(kind);
  return (
    <div className="flex flex-col items-stretch gap-2">
      <Select
        label={label}
        options={[...(first ? [first] : []), ...(list.data ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
        disabled={disabled || list.data === undefined}
        aria-busy={list.isPending}
        error={list.isLoadingError ? `${all} could not be loaded.` : undefined}
        onChange={(event) => onChange(event.target.value)}
        {...select}
      />
      {list.isLoadingError && (
        <Button
          size="small"
          className="self-start"
          aria-label={`Try again to load ${all.toLowerCase()}`}
          onClick={() => void list.refetch()}
        >
          Try again
        </Button>
      )}
    </div>
  );
}

function useCategoryList(kind: Category['kind']) {
  const genreList = useQuery({ ...genresQuery, select: (data) => data.genres, enabled: kind === 'genre' });
  const moodList = useQuery({ ...moodsQuery, select: (data) => data.moods, enabled: kind === 'mood' });
  return kind === 'genre' ? genreList : moodList;
}
