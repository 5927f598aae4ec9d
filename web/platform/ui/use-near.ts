import { type RefObject, useEffect, useRef } from 'react';

/**
 * Calls `onNear` each time the element comes within `margin` (a rootMargin) of the visible area.
 * @param root the scroll container; defaults to the window
 */
export function useNear(
  element: RefObject<HTMLElement | null>,
  onNear: () => void,
  margin: string,
  root?: RefObject<HTMLElement | null>,
): void {
  const latest = useRef(onNear);
  useEffect(() => {
    latest.current = onNear;
  }, [onNear]);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      (changes) => {
        // On a busy page one call may report several changes, oldest first: out of sight, then near.
        if (changes.some(({ isIntersecting }) => isIntersecting)) latest.current();
      },
      { root: root?.current ?? null, rootMargin: margin },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, margin, root]);
}
