import { shorten } from '@scoville/contract/platform/lib/shorten.ts';
import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { CloseIcon } from '../ui/icons.tsx';
import { isComposing } from '../ui/is-composing.ts';
import { SuggestField } from '../ui/suggest-field.tsx';
import { TextField } from '../ui/text-field.tsx';

/** A handle for screens that use the words immediately, without sending a form. */
export interface WordsHandle {
  /** Adds the typed text and returns all words. */
  takeTyped: () => readonly string[];
}

export interface WordsFieldProps {
  ref?: Ref<WordsHandle> | undefined;
  label: string;
  /** The accessible name of the list of chips. */
  listLabel: string;
  /** The noun for one word, as in “Remove the tag …”. */
  unit: string;
  words: readonly string[];
  onChange: (words: string[]) => void;
  /** Splits typed or pasted text into words. */
  wordsIn: (typed: string) => string[];
  isSame: (one: string, other: string) => boolean;
  most: number;
  /** The maximum number of characters in one word. */
  longest: number;
  hint: string;
  /** Replaces the hint once the list is full. */
  full: string;
  error?: string | undefined;
  /** Suggestions for the typed text. */
  suggestions?: { of: readonly string[]; onType: (typed: string) => void };
}

/** A field for words, as chips. Enter or a comma adds the typed text; a chip's cross removes it. */
export function WordsField(props: WordsFieldProps) {
  const { ref, label, listLabel, unit, words, onChange, wordsIn, isSame, most, longest, suggestions } = props;
  const [text, setText] = useState('');
  const type = (typed: string) => {
    setText(typed);
    suggestions?.onType(typed);
  };
  const add = (typed: string): readonly string[] => {
    const fresh = wordsIn(typed)
      .map((part) => shorten(part, longest))
      .filter((part) => !words.some((word) => isSame(word, part)));
    type('');
    if (fresh.length === 0) return words;
    const all = [...words, ...fresh].slice(0, most);
    onChange(all);
    return all;
  };
  useImperativeHandle(ref, () => ({ takeTyped: () => add(text) }));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Backspace' && text === '' && words.length > 0) onChange(words.slice(0, -1));
    if (event.key !== 'Enter' && event.key !== ',') return;
    event.preventDefault();
    // Enter chooses the highlighted suggestion.
    if (event.key === 'Enter' && event.currentTarget.hasAttribute('aria-activedescendant')) return;
    add(text);
  };
  // The form can be sent while the focus is still in the field, so the typed text is added first.
  const place = useRef<HTMLDivElement>(null);
  const addTyped = useEffectEvent(() => add(text));
  useEffect(() => {
    const form = place.current?.closest('form');
    const listener = () => addTyped();
    form?.addEventListener('submit', listener, true);
    return () => form?.removeEventListener('submit', listener, true);
  }, []);
  const isFull = words.length >= most;
  const takesNone = isFull && text === '';
  const field = {
    label,
    value: text,
    onKeyDown,
    maxLength: longest,
    // Read-only instead of disabled, because a disabled field would lose the focus after the last word.
    readOnly: takesNone,
    'aria-disabled': takesNone,
    hint: isFull ? props.full : props.hint,
    error: props.error,
  };
  return (
    <div ref={place} className="flex flex-col gap-2">
      {suggestions === undefined ? (
        <TextField {...field} onChange={(event) => type(event.target.value)} onBlur={() => add(text)} />
      ) : (
        <SuggestField
          {...field}
          onChange={type}
          onPick={add}
          // A press on a suggestion moves the focus before the suggestion is chosen.
          onBlur={({ relatedTarget }) => relatedTarget?.closest('[role="listbox"]') ?? add(text)}
          suggestions={suggestions.of}
          autoComplete="off"
        />
      )}
      {words.length > 0 && (
        <ul aria-label={listLabel} className="flex flex-wrap gap-2">
          {words.map((word) => (
            <li key={word} className="inline-flex max-w-full items-center rounded-control bg-raised pl-3.5">
              <span className="wrap-anywhere">{word}</span>
              <button
                type="button"
                aria-label={`Remove the ${unit} ${word}`}
                className="grid size-10 flex-none place-items-center"
                onClick={() => onChange(words.filter((one) => one !== word))}
              >
                <CloseIcon className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
