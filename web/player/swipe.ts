/** Pixels of a movement that counts as a swipe. */
const SWIPE_FROM = 40;

/** Calls `swiped` when a finger moves up over the element, or down with `direction` 1. Returns what stops it. */
export function onSwipe(element: HTMLElement, swiped: () => void, direction: 1 | -1 = -1): () => void {
  const stop = new AbortController();
  let from: number | null = null;
  const on = (name: 'touchstart' | 'touchend', listener: (event: TouchEvent) => void) =>
    element.addEventListener(name, listener, { signal: stop.signal, passive: true });
  on('touchstart', ({ touches }) => {
    from = touches.length === 1 ? (touches[0]?.clientY ?? null) : null;
  });
  on('touchend', ({ changedTouches }) => {
    const to = changedTouches[0]?.clientY;
    if (from !== null && to !== undefined && (to - from) * direction > SWIPE_FROM) swiped();
    from = null;
  });
  return () => stop.abort();
}
