import { shorten } from '@scoville/contract/shorten.ts';
import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { CloseIcon } from '../ui/icons.tsx';
import { isComposing } from '../ui/is-composing.ts';
import { SuggestField } from '../ui/suggest-field.tsx';
import { TextField } from '../ui/text-field.tsx';

/** For a screen that takes the words at once, where no form is sent. */
export interface WordsHandle {
  /** Adds what is typed, and gives all words. */
  takeTyped: () => readonly string[];
}

export interface WordsFieldProps {
  ref?: Ref<WordsHandle> | undefined;
  label: string;
  /** Of the list of chips. */
  listLabel: string;
  /** One of them, as in “Remove the tag …”. */
  unit: string;
  words: readonly string[];
  onChange: (words: string[]) => void;
  /** The words in what was typed or pasted. */
  wordsIn: (typed: string) => string[];
  isSame: (one: string, other: string) => boolean;
  most: number;
  /** Characters of one. */
  longest: number;
  hint: string;
  /** Instead of the hint, once there are as many as there may be. */
  full: string;
  error?: string | undefined;
  /** What may be meant, for what is typed so far. */
  suggestions?: { of: readonly string[]; onType: (typed: string) => void };
}

/** Words as chips; Enter or a comma adds what is typed, the cross takes one away. */
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
    // Enter takes the suggestion that stands out.
    if (event.key === 'Enter' && event.currentTarget.hasAttribute('aria-activedescendant')) return;
    add(text);
  };
  // The button that sends a form leaves the focus in the field: what is typed there goes with it.
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
    // Where it is disabled it loses the focus of whoever adds the last word.
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
          // A press on a suggestion takes the focus first.
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
