import { type RefObject, useEffect, useState } from 'react';

const NOTHING_CUT = { before: false, after: false };

/** Milliseconds after the last change of its size before a box is measured again: a window is resized in many steps. */
const PAUSE = 150;

/** The class that fades a box which scrolls sideways at the edges where it is cut; it goes on there. */
export function useCutEdges(box: RefObject<HTMLElement | null>): { before: boolean; after: boolean; fade: string } {
  const [cut, setCut] = useState(NOTHING_CUT);
  useEffect(() => (box.current ? watchEdges(box.current, setCut) : undefined), [box]);
  const fade = cut.before && cut.after ? 'cut-both' : cut.before ? 'cut-before' : cut.after ? 'cut-after' : '';
  return { ...cut, fade };
}

/** Reports whether something is cut at either edge, now and whenever that changes; returns what stops it. */
function watchEdges(
  element: HTMLElement,
  report: (cut: (was: typeof NOTHING_CUT) => typeof NOTHING_CUT) => void,
): () => void {
  const measure = () => {
    const before = element.scrollLeft > 2;
    const after = element.scrollLeft + element.clientWidth < element.scrollWidth - 2;
    report((was) => (was.before === before && was.after === after ? was : { before, after }));
  };
  // The first report is of the size that it begins with, and waits for nothing.
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
