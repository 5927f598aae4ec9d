import { type RefObject, useEffect, useRef } from 'react';

/**
 * Calls once each time that an element comes near to being seen: `margin` (a rootMargin) is how near.
 * @param root what is scrolled; the window unless it is given
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
        // A busy page is told of several at once, the oldest first: out of sight, and then near.
        if (changes.some(({ isIntersecting }) => isIntersecting)) latest.current();
      },
      { root: root?.current ?? null, rootMargin: margin },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, margin, root]);
}
