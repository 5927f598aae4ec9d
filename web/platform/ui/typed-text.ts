import { type RefObject, useLayoutEffect, useRef } from 'react';

const TEXT_TYPES = ['textarea', 'text', 'email', 'url', 'tel', 'number', 'date', 'time', 'datetime-local'];

/**
 * Whether a field holds text that a user would not want to type again. Passwords, codes and search terms don't count.
 */
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
 * Tracks whether the user typed something into the fields inside an element, whether the fields are controlled or not.
 *
 * @returns whether a field that is still mounted holds another value than when it first got the focus
 */
export function useTypedText(element: RefObject<HTMLElement | null>): () => boolean {
  const before = useRef(new Map<HTMLInputElement | HTMLTextAreaElement, string>());
  useLayoutEffect(() => {
    const note = (field: EventTarget | null) => {
      if (holdsText(field) && !before.current.has(field)) before.current.set(field, field.value);
    };
    // A dialog has already focused its first field at this point.
    if (element.current?.contains(document.activeElement)) note(document.activeElement);
    const onFocus = ({ target }: FocusEvent) => note(target);
    const root = element.current;
    root?.addEventListener('focusin', onFocus);
    return () => root?.removeEventListener('focusin', onFocus);
  }, [element]);
  return () => [...before.current].some(([field, value]) => field.isConnected && field.value !== value);
}
