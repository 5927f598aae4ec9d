import { useRouter } from '@tanstack/react-router';
import { type RefObject, useCallback, useEffect, useId, useState } from 'react';
import { pluralize } from '../lib/format.ts';
import { classNames } from '../ui/class-names.ts';
import { onPageChange } from '../ui/page-change.ts';
import { type Option, useOptions } from './use-options.ts';

interface SuggestionListProps {
  /** The field that somebody types into; it becomes a combobox (ARIA, editable, with a list). */
  input: RefObject<HTMLInputElement | null>;
  /** Screens and places, too, and the list is there from the start. */
  inPalette?: boolean;
  className: string;
}

const NONE: readonly Option[] = [];

/** What may be meant, below the field: by pointer, or by the arrow keys and Enter; Escape hides it. */
export function SuggestionList({ input, inPalette = false, className }: SuggestionListProps) {
  const id = useId();
  const router = useRouter();
  // Whoever was quicker than this code has typed already.
  const [typed, setTyped] = useState(() => input.current?.value ?? '');
  const [isOpen, setOpen] = useState(() => inPalette || (typed !== '' && document.activeElement === input.current));
  const [at, setAt] = useState(-1);
  const { options, status } = useOptions(typed, inPalette);
  const shown = isOpen ? options : NONE;
  const active = shown[at];
  const close = useCallback(() => {
    setOpen(false);
    setAt(-1);
  }, []);
  useEffect(() => onPageChange(close), [close]);

  useEffect(() => {
    const field = input.current;
    if (!field) return;
    field.setAttribute('role', 'combobox');
    field.setAttribute('aria-autocomplete', 'list');
    field.setAttribute('aria-controls', id);
  }, [input, id]);
  useEffect(() => {
    input.current?.setAttribute('aria-expanded', String(shown.length > 0));
    if (active) input.current?.setAttribute('aria-activedescendant', `${id}-${at}`);
    else input.current?.removeAttribute('aria-activedescendant');
    if (active) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [input, id, shown.length, active, at]);

  const go = useCallback(
    ({ path }: Option) => {
      close();
      router.history.push(path);
    },
    [close, router],
  );
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    const onInput = () => {
      setTyped(field.value);
      setAt(-1);
      setOpen(true);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      // Arrows and Enter choose the word that is composed.
      if (event.isComposing) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined && options.length > 0) {
        event.preventDefault();
        setOpen(true);
        // Past either end stands the field itself.
        const places = options.length + 1;
        setAt(isOpen ? ((at + 1 + step + places) % places) - 1 : step === 1 ? 0 : options.length - 1);
      } else if (event.key === 'Enter' && active) {
        event.preventDefault();
        go(active);
      } else if (event.key === 'Escape' && !inPalette && shown.length > 0) {
        event.preventDefault();
        close();
      }
    };
    const onBlur = () => {
      if (!inPalette) close();
    };
    field.addEventListener('input', onInput);
    field.addEventListener('keydown', onKeyDown);
    field.addEventListener('blur', onBlur);
    return () => {
      field.removeEventListener('input', onInput);
      field.removeEventListener('keydown', onKeyDown);
      field.removeEventListener('blur', onBlur);
    };
  }, [input, inPalette, options, shown.length, isOpen, at, active, close, go]);

  return (
    <>
      <output className={inPalette && status ? 'block px-6 py-5 text-muted' : 'sr-only'}>
        {isOpen && typed !== '' && (status ?? pluralize(options.length, 'suggestion', 'suggestions'))}
      </output>
      <div id={id} role="listbox" aria-label="Suggestions" hidden={shown.length === 0} className={className}>
        {shown.map((option, index) => (
          <button
            type="button"
            key={`${option.kind} ${option.path}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            tabIndex={-1}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => go(option)}
            className={classNames(
              'flex min-h-11 w-full items-center justify-between gap-4 px-4 py-1.5 text-left hover:bg-raised',
              index === at && 'bg-raised',
            )}
          >
            <span className="min-w-0 truncate font-[550]">{option.label}</span>
            <span className="max-w-[45%] flex-none truncate text-caption text-muted">{option.about}</span>
          </button>
        ))}
      </div>
    </>
  );
}
