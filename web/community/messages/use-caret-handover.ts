import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The selection in a focused box that was just unmounted; null otherwise. */
let caret: readonly [start: number, end: number] | null = null;

/**
 * The ref of a message box that takes over the focus and the caret of a box that it replaces. The first message of a
 * conversation replaces the box, and keys that are typed outside of a field would reach the player.
 */
export function useCaretHandover(): RefObject<HTMLTextAreaElement | null> {
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const { current } = box;
    if (caret && current) {
      current.focus({ preventScroll: true });
      current.setSelectionRange(...caret);
      // Fires the event of typed input, so that a page change in progress doesn't take the focus away from the typing
      // user.
      current.dispatchEvent(new Event('input', { bubbles: true }));
    }
    return () => {
      const isTypedIn = current !== null && current === document.activeElement;
      caret = isTypedIn ? [current.selectionStart, current.selectionEnd] : null;
      // Forgets the caret after this React commit, so that only a box that is mounted in the same commit takes it over.
      queueMicrotask(() => (caret = null));
    };
  }, []);
  return box;
}
