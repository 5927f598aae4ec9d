import { MOST_EXCLUDED } from '@scoville/contract/review/choices/choices.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { genresQuery, moodsQuery } from '../../catalogue/categories/categories.calls.ts';
import { Button } from '../../platform/ui/button.tsx';
import { CloseIcon } from '../../platform/ui/icons.tsx';
import { SuggestField } from '../../platform/ui/suggest-field.tsx';
import type { Choices } from './choices.calls.ts';
import { Part, focusNearby } from './part.tsx';

type Excluded = Choices['excluded'][number];

const labelOf = ({ name, kind }: Excluded): string => `${name} (${kind})`;

/** The genres and moods that the reviewer does not judge, chosen from all of them. */
export function ExcludedField({
  excluded,
  onChange,
}: {
  excluded: readonly Excluded[];
  onChange: (excluded: Excluded[]) => void;
}) {
  const [typed, setTyped] = useState('');
  const genres = useQuery(genresQuery);
  const moods = useQuery(moodsQuery);
  const all: Excluded[] = [...(genres.data?.genres ?? []), ...(moods.data?.moods ?? [])];
  const isChosen = ({ slug }: Excluded) => excluded.some((one) => one.slug === slug);
  const begin = typed.trim().toLowerCase();
  const found = all.filter((one) => !isChosen(one) && begin !== '' && one.name.toLowerCase().includes(begin));
  const isFailed = genres.isLoadingError || moods.isLoadingError;
  const pick = (label: string) => {
    const picked = found.find((one) => labelOf(one) === label);
    if (picked === undefined) return;
    onChange([...excluded, { slug: picked.slug, name: picked.name, kind: picked.kind }]);
    setTyped('');
  };
  return (
    <Part
      name="Genres and moods you do not judge"
      hint="Submissions with one of these are drawn for you only if no other reviewer is left."
    >
      {excluded.length > 0 && (
        <ul aria-label="Genres and moods you do not judge" className="flex flex-wrap gap-2">
          {excluded.map((one) => (
            <li key={labelOf(one)} className="inline-flex max-w-full items-center rounded-control bg-raised pl-3.5">
              <span className="wrap-anywhere">{labelOf(one)}</span>
              <button
                type="button"
                aria-label={`Remove ${labelOf(one)}`}
                className="grid size-10 flex-none place-items-center"
                onClick={({ currentTarget }) => {
                  focusNearby(currentTarget);
                  onChange(excluded.filter(({ slug }) => slug !== one.slug));
                }}
              >
                <CloseIcon className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {excluded.length < MOST_EXCLUDED && (
        <SuggestField
          label="Add a genre or mood"
          value={typed}
          onChange={setTyped}
          onPick={pick}
          suggestions={found.map(labelOf)}
          error={isFailed ? 'Genres and moods could not be loaded.' : undefined}
          autoComplete="off"
          maxLength={80}
        />
      )}
      {isFailed && (
        <Button
          size="small"
          className="self-start"
          aria-label="Try again to load genres and moods"
          onClick={() => void Promise.all([genres.refetch(), moods.refetch()])}
        >
          Try again
        </Button>
      )}
    </Part>
  );
}
