import { type RefObject, useEffect, useRef } from 'react';

/**
 * Calls once each time that an element comes near to being seen: `margin` (a rootMargin) is how near.
 * @param root what is scrolled; the window unless it is given
 * @param within how near within what is scrolled in between (a scrollMargin); browsers that don't know it wait until the
 * element is seen there
 */
export function useNear(
  element: RefObject<HTMLElement | null>,
  onNear: () => void,
  margin: string,
  { root, within = '0px' }: { root?: RefObject<HTMLElement | null>; within?: string } = {},
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
      { root: root?.current ?? null, rootMargin: margin, scrollMargin: within },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, margin, root, within]);
}
