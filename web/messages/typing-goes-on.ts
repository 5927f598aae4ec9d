import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Where somebody typed in the box that has just gone; null where nobody did. */
let caret: readonly [start: number, end: number] | null = null;

/**
 * The box of a message, in which typing goes on where it did in the box in whose place it comes: with its first message a
 * conversation gets another one, and keys that go nowhere reach the player.
 */
export function useTypingGoesOn(): RefObject<HTMLTextAreaElement | null> {
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const { current } = box;
    if (caret && current) {
      current.focus({ preventScroll: true });
      current.setSelectionRange(...caret);
      // As a key would say it: a page change that is on its way takes the focus from nobody who types.
      current.dispatchEvent(new Event('input', { bubbles: true }));
    }
    return () => {
      const isTypedIn = current !== null && current === document.activeElement;
      caret = isTypedIn ? [current.selectionStart, current.selectionEnd] : null;
      // What does not come in the same moment is no successor.
      queueMicrotask(() => (caret = null));
    };
  }, []);
  return box;
}
