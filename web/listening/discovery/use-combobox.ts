import { useRouter } from '@tanstack/react-router';
import { type RefObject, useCallback, useEffect, useState } from 'react';
import { onPageChange } from '../../platform/ui/page-change.ts';
import type { Option } from './option.ts';
import { useOptions } from './use-options.ts';

const NONE: readonly Option[] = [];

/** The suggestions for the text of a field, and the keys that open, choose and hide them. */
export function useCombobox(input: RefObject<HTMLInputElement | null>, inPalette: boolean) {
  const router = useRouter();
  // The user may have typed before this code was loaded.
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
      // While a word is being composed, arrows and Enter belong to the input method.
      if (event.isComposing) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined && options.length > 0) {
        event.preventDefault();
        setOpen(true);
        // The field itself is one more position, after the last option and before the first.
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

  return { typed, isOpen, options, status, shown, at, go };
}
