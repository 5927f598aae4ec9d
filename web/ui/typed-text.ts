import { type RefObject, useLayoutEffect, useRef } from 'react';

const TEXT_TYPES = ['textarea', 'text', 'email', 'url', 'tel', 'number', 'date', 'time', 'datetime-local'];

/** Is this a field for words that somebody would write again? Passwords, codes and what is looked for are none. */
function holdsText(element: EventTarget | null): element is HTMLInputElement | HTMLTextAreaElement {
  if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return false;
  return (
    TEXT_TYPES.includes(element.type) &&
    !element.readOnly &&
    element.role !== 'combobox' &&
    !/password|one-time-code/.test(element.autocomplete)
  );
}

/**
 * Knows whether something was typed into the fields of an element, whoever keeps their values.
 *
 * @returns whether a field that is still there holds anything else than when it was first come to
 */
export function useTypedText(element: RefObject<HTMLElement | null>): () => boolean {
  const before = useRef(new Map<HTMLInputElement | HTMLTextAreaElement, string>());
  useLayoutEffect(() => {
    const note = (field: EventTarget | null) => {
      if (holdsText(field) && !before.current.has(field)) before.current.set(field, field.value);
    };
    // A dialog has given the focus to its first field by now.
    if (element.current?.contains(document.activeElement)) note(document.activeElement);
    const onFocus = ({ target }: FocusEvent) => note(target);
    const root = element.current;
    root?.addEventListener('focusin', onFocus);
    return () => root?.removeEventListener('focusin', onFocus);
  }, [element]);
  return () => [...before.current].some(([field, value]) => field.isConnected && field.value !== value);
}
