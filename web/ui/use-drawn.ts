import { type RefObject, startTransition, useEffect, useState } from 'react';
import { useAwake } from './awake.ts';

const wide = globalThis.matchMedia?.('(min-width: 48rem)');

/** Whether the window is wider than a phone. Reading `innerWidth` would have the browser compute the layout each time. */
export const isWide = (): boolean => wide.matches;

/** Part of the window's height by which something may be out of sight and still counts as seen. */
const MARGIN = '25% 0px';

/**
 * Whether an element is drawn in full: on a phone, one that is out of sight waits until it is nearly seen or the page is used.
 * @param isFirst it is on the first screen: it is drawn at once
 */
export function useDrawn(element: RefObject<HTMLElement | null>, isFirst: boolean): boolean {
  const isAwake = useAwake();
  const [isNear, setNear] = useState(() => isFirst || isWide());
  const isDrawn = isNear || isAwake;
  useEffect(() => {
    if (isDrawn || !element.current) return undefined;
    const observer = new IntersectionObserver(
      (changes) => {
        if (changes.some(({ isIntersecting }) => isIntersecting)) startTransition(() => setNear(true));
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isDrawn]);
  return isDrawn;
}
