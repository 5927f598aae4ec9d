/** Pixels of a movement that counts as a swipe. */
const SWIPE_FROM = 40;
/** Where a finger moves something of its own: what lies over the element, too. */
const MOVABLE = 'dialog, input, select, textarea, [role="slider"]';

/** Does a finger that moves from here move something else than the element? What is scrolled it would scroll back. */
function isTaken(target: EventTarget | null, element: Element): boolean {
  if ((globalThis.visualViewport?.scale ?? 1) > 1) return true;
  for (let node = target as Element | null; node !== null && node !== element; node = node.parentElement)
    if (node.matches(MOVABLE) || node.scrollTop > 0) return true;
  return element.scrollTop > 0;
}

/**
 * Calls `swiped` when a finger moves up over the element, or down with `direction` 1, and moves nothing else by that.
 * Returns what stops it.
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
  // Not where a browser lets a list give way at its beginning, and springs back.
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
