/** Pixels of pointer movement that turn a press into a drag, which doesn't count as a click. */
const DRAG_FROM = 6;

/**
 * Scrolls a list by dragging with a mouse; the click that ends a drag opens nothing. Returns a function that stops
 * this.
 */
export function scrollByDragging(list: HTMLElement): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let from: { x: number; left: number } | null = null;
  let moved = false;

  list.addEventListener(
    'pointerdown',
    (event) => {
      moved = false;
      if (event.pointerType === 'mouse' && event.button === 0) from = { x: event.clientX, left: list.scrollLeft };
    },
    { signal },
  );
  list.addEventListener(
    'pointermove',
    (event) => {
      if (!from) return;
      const distance = event.clientX - from.x;
      if (!moved && Math.abs(distance) < DRAG_FROM) return;
      if (!moved) list.setPointerCapture(event.pointerId);
      moved = true;
      list.style.scrollSnapType = 'none';
      list.scrollLeft = from.left - distance;
    },
    { signal },
  );
  const release = () => {
    from = null;
    list.style.scrollSnapType = '';
  };
  list.addEventListener('pointerup', release, { signal });
  list.addEventListener('pointercancel', release, { signal });
  list.addEventListener('dragstart', (event) => event.preventDefault(), { signal });
  list.addEventListener(
    'click',
    (event) => {
      if (!moved) return;
      event.preventDefault();
      event.stopPropagation();
      moved = false;
    },
    { signal, capture: true },
  );
  return () => stop.abort();
}

const STOPS = 'a[href], button:not([tabindex="-1"]):not(:disabled)';

/**
 * The left and right arrow keys move the focus to the same control of the neighbouring item and scroll it into view.
 */
export function moveByArrows(list: HTMLElement): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>(STOPS) : null;
    const items = [...list.children];
    const at = items.findIndex((item) => item.contains(control));
    const controls = items[at + step]?.querySelectorAll<HTMLElement>(STOPS);
    if (!control || at < 0 || !controls?.length) return;
    event.preventDefault();
    const place = [...(items[at]?.querySelectorAll(STOPS) ?? [])].indexOf(control);
    (controls[place] ?? controls[0])?.focus();
  };
  list.addEventListener('keydown', onKeyDown);
  return () => list.removeEventListener('keydown', onKeyDown);
}
