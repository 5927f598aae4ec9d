import { onModalChange } from './open-modals.ts';
import { rowOf } from './toast-row.ts';

/**
 * Keeps messages from covering the row that the user works on and the end of the page. Returns a function that stops
 * this.
 * @param area holds the stack of messages, whose first child is the region of permanent messages
 * @param row the row that was pressed or focused last before this call
 */
export function reserveToastSpace(area: HTMLElement, row: Element | null): () => void {
  const stack = area.firstElementChild as HTMLElement;
  const stops = [avoidActiveRow(area, stack, row), reserveSpace(stack.firstElementChild as HTMLElement)];
  return () => stops.forEach((stop) => stop());
}

type Side = 'top' | 'bottom';

/** The layer that an element belongs to: its dialog, or the page. */
const groundOf = (element: Element): Element => element.closest('dialog') ?? document.body;

/**
 * Keeps the message stack off the row that was last pressed or focused in the stack's layer (the page or a dialog). The
 * stack is at the bottom of its area, and moves to the top (`data-side="top"`) for as long as it would cover more of
 * that row at the bottom. Returns a function that stops this.
 */
function avoidActiveRow(area: HTMLElement, stack: HTMLElement, pressed: Element | null): () => void {
  const stop = new AbortController();
  const rows = new WeakMap<Element, Element>();

  /** Pixels of the row's height that the stack would cover on this side. */
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
    // A press on a message doesn't change the row that the user works on.
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

/**
 * Reserves space at the end of the page for permanent messages, so that all content can be scrolled out from under
 * them.
 */
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
