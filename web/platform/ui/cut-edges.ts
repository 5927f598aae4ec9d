import { type RefObject, useEffect, useState } from 'react';

const NOTHING_CUT = { before: false, after: false };

/**
 * Milliseconds between a box's last size change and its new measurement, because resizing a window fires many events.
 */
const PAUSE = 150;

/** Returns at which edges a horizontally scrolling box hides content, and the class that fades those edges. */
export function useCutEdges(box: RefObject<HTMLElement | null>): { before: boolean; after: boolean; fade: string } {
  const [cut, setCut] = useState(NOTHING_CUT);
  useEffect(() => (box.current ? watchEdges(box.current, setCut) : undefined), [box]);
  const fade = cut.before && cut.after ? 'cut-both' : cut.before ? 'cut-before' : cut.after ? 'cut-after' : '';
  return { ...cut, fade };
}

/** Reports whether content is hidden at either edge, now and on each change; returns a function that stops watching. */
function watchEdges(
  element: HTMLElement,
  report: (cut: (was: typeof NOTHING_CUT) => typeof NOTHING_CUT) => void,
): () => void {
  const measure = () => {
    const before = element.scrollLeft > 2;
    const after = element.scrollLeft + element.clientWidth < element.scrollWidth - 2;
    report((was) => (was.before === before && was.after === after ? was : { before, after }));
  };
  // The observer's first report is of the initial size, and is measured without a pause.
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sizes = new ResizeObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(measure, timer ? PAUSE : 0);
  });
  sizes.observe(element);
  const items = new MutationObserver(measure);
  items.observe(element, { childList: true });
  element.addEventListener('scroll', measure, { passive: true });
  return () => {
    clearTimeout(timer);
    sizes.disconnect();
    items.disconnect();
    element.removeEventListener('scroll', measure);
  };
}
