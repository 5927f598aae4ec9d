import { reserveToastSpace } from './toast-offset.ts';
import { keepToastsInFront } from './toasts-in-front.ts';

/**
 * Keeps messages in sight, and out of the way. Returns what stops it.
 * @param area holds the stack of messages, and that first of all those that stay
 * @param row the one that was last pressed or focused before
 */
export function placeToasts(area: HTMLElement, row: Element | null): () => void {
  const stops = [keepToastsInFront(area), reserveToastSpace(area, row)];
  return () => stops.forEach((stop) => stop());
}
