import { onModalChange } from './open-modals.ts';
import { rowOf } from './toast-row.ts';

/**
 * Keeps messages from covering what is worked on and what the page ends with. Returns what stops it.
 * @param area holds the stack of messages, and that first of all those that stay
 * @param row the one that was last pressed or focused before
 */
export function reserveToastSpace(area: HTMLElement, row: Element | null): () => void {
  const stack = area.firstElementChild as HTMLElement;
  const stops = [avoidActiveRow(area, stack, row), reserveSpace(stack.firstElementChild as HTMLElement)];
  return () => stops.forEach((stop) => stop());
}

type Side = 'top' | 'bottom';

/** What an element belongs to: a dialog, or the page under it. */
const groundOf = (element: Element): Element => element.closest('dialog') ?? document.body;

/**
 * Keeps a stack at the bottom of its area off the row that was last pressed or focused where the stack stands, in the
 * page or in a dialog: it goes to the area's top (`data-side="top"`) for as long as it would cover more of that row at
 * the bottom. Returns what stops it.
 */
function avoidActiveRow(area: HTMLElement, stack: HTMLElement, pressed: Element | null): () => void {
  const stop = new AbortController();
  const rows = new WeakMap<Element, Element>();

  /** Pixels of the row's height that the stack would cover at this side. */
  const covered = (side: Side): number => {
    const [whole, { height, left, right }] = [area.getBoundingClientRect(), stack.getBoundingClientRect()];
    const box = rows.get(groundOf(area))?.getBoundingClientRect();
    if (!box || box.left >= right || left >= box.right) return 0;
    const top = side === 'top' ? whole.top : whole.bottom - height;
    return Math.max(0, Math.min(box.bottom, top + height) - Math.max(box.top, top));
  };
  const place = () => {
    area.dataset['side'] = (covered('bottom') > covered('top') ? 'top' : 'bottom') satisfies Side;
  };
  const sizes = new ResizeObserver(place);
  const note = (target: unknown) => {
    // Who presses a message does not work elsewhere.
    if (!(target instanceof Element) || area.contains(target)) return;
    const ground = groundOf(target);
    const before = rows.get(ground);
    if (before) sizes.unobserve(before);
    const row = rowOf(target);
    rows.set(ground, row);
    sizes.observe(row);
  };

  sizes.observe(stack);
  note(pressed);
  const noteTarget = ({ target }: Event) => note(target);
  document.addEventListener('pointerdown', noteTarget, { capture: true, signal: stop.signal });
  document.addEventListener('focusin', noteTarget, { signal: stop.signal });
  document.addEventListener('scroll', place, { capture: true, passive: true, signal: stop.signal });
  window.addEventListener('resize', place, { signal: stop.signal });
  const stopModals = onModalChange(place);
  return () => {
    stop.abort();
    stopModals();
    sizes.disconnect();
  };
}

/** What stays must not keep anything covered: the page ends above it, so that all of it can be scrolled into sight. */
function reserveSpace(region: HTMLElement): () => void {
  const { style } = document.documentElement;
  const clear = () => style.removeProperty('--toasts-height');
  const observer = new ResizeObserver(() => {
    if (region.offsetHeight === 0) clear();
    else style.setProperty('--toasts-height', `${region.offsetHeight + 32}px`);
  });
  observer.observe(region);
  return () => {
    observer.disconnect();
    clear();
  };
}
