import { type RefObject, startTransition, useEffect, useState } from 'react';
import { useAwake } from './awake.ts';

const wide = globalThis.matchMedia?.('(min-width: 48rem)');

/** Whether the window is wider than a phone. Reading `innerWidth` instead would force a layout each time. */
export const isWide = (): boolean => wide.matches;

/** Distance outside the window, as a share of its height, within which an element still counts as visible. */
const MARGIN = '25% 0px';

/**
 * Whether an element is drawn in full. On a phone, off-screen elements wait until they are nearly visible or the page
 * is used.
 * @param isFirst the element is on the first screen and drawn at once
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
