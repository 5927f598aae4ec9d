import { reserveToastSpace } from './toast-offset.ts';
import { keepToastsInFront } from './toasts-in-front.ts';

/**
 * Keeps messages visible, without covering the row that the user works on. Returns a function that stops this.
 * @param area holds the stack of messages, whose first child is the region of permanent messages
 * @param row the row that was pressed or focused last before this call
 */
export function placeToasts(area: HTMLElement, row: Element | null): () => void {
  const stops = [keepToastsInFront(area), reserveToastSpace(area, row)];
  return () => stops.forEach((stop) => stop());
}
