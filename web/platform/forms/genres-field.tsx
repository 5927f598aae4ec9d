import { LONGEST_GENRE, MOST_GENRES, genreSlug, genresIn } from '@scoville/contract/catalogue/categories/own-genres.ts';
import { genreSuggestions } from '@scoville/contract/catalogue/categories/category-calls.ts';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { queryOf } from '../lib/query.ts';
import { SUGGESTION_PAUSE } from '../lib/use-cities.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { WordsField, type WordsHandle } from './words-field.tsx';

interface GenresFieldProps {
  ref?: Ref<WordsHandle>;
  genres: readonly string[];
  onChange: (genres: string[]) => void;
  hint?: string;
  error?: string | undefined;
}

/** A field for a musician's own genres, as chips: free words, with existing genres as suggestions. */
export function GenresField({
  ref,
  genres,
  onChange,
  hint = 'Your own words. Press Enter to add one.',
  error,
}: GenresFieldProps) {
  const [typed, setTyped] = useState('');
  return (
    <WordsField
      ref={ref}
      label="Genres"
      listLabel="Genres of this media"
      unit="genre"
      words={genres}
      onChange={onChange}
      wordsIn={genresIn}
      isSame={(one, other) => genreSlug(one) === genreSlug(other)}
      most={MOST_GENRES}
      longest={LONGEST_GENRE}
      hint={hint}
      full={`A media can have at most ${MOST_GENRES} genres of your own.`}
      error={error}
      suggestions={{ of: useGenres(typed), onType: setTyped }}
    />
  );
}

/** Existing genres that start with the typed text; none if the call fails, because any words are allowed. */
function useGenres(typed: string): readonly string[] {
  const q = useDebounced(typed.trim(), SUGGESTION_PAUSE);
  const enabled = q !== '' && typed.trim() !== '';
  const { data } = useQuery({
    ...queryOf(genreSuggestions, { query: { q } }),
    staleTime: 5 * 60_000,
    retry: false,
    enabled,
  });
  return enabled ? (data?.genres ?? []).map(({ name }) => name) : [];
}
