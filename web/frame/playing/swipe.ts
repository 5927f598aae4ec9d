/** Minimum movement of a swipe in pixels. */
const SWIPE_FROM = 40;
/** Elements that use a finger's movement themselves, including dialogs over the element. */
const MOVABLE = 'dialog, input, select, textarea, [role="slider"]';

/**
 * Whether a finger that moves from here does something else, such as scrolling content back or panning a zoomed page.
 */
function isTaken(target: EventTarget | null, element: Element): boolean {
  if ((globalThis.visualViewport?.scale ?? 1) > 1) return true;
  for (let node = target as Element | null; node !== null && node !== element; node = node.parentElement)
    if (node.matches(MOVABLE) || node.scrollTop > 0) return true;
  return element.scrollTop > 0;
}

/**
 * Calls `swiped` when a finger moves up over the element, or down with `direction` 1, and scrolls or moves nothing
 * else. Returns a function that stops this.
 */
export function onSwipe(element: HTMLElement, swiped: () => void, direction: 1 | -1 = -1): () => void {
  const stop = new AbortController();
  let from: Touch | null = null;
  const on = <Name extends 'touchstart' | 'touchend' | 'touchcancel' | 'scroll'>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
  ) => element.addEventListener(name, listener, { signal: stop.signal, passive: true, capture: name === 'scroll' });
  const forget = () => {
    from = null;
  };
  on('touchstart', ({ touches, target }) => {
    from = touches.length === 1 && !isTaken(target, element) ? (touches[0] ?? null) : null;
  });
  on('touchcancel', forget);
  // Negative positions are ignored: there the browser overscrolls at the beginning and springs back.
  on('scroll', ({ target }) => (target as Element).scrollTop > 0 && forget());
  on('touchend', ({ changedTouches }) => {
    const to = changedTouches[0];
    if (from !== null && to !== undefined) {
      const across = Math.abs(to.clientX - from.clientX);
      const along = (to.clientY - from.clientY) * direction;
      if (along > Math.max(SWIPE_FROM, across)) swiped();
    }
    forget();
  });
  return () => stop.abort();
}
