/** Pixels that stay free at the window's edges. */
const MARGIN = 8;

interface Beside {
  /** The preferred side, used if it has enough room. */
  first: 'above' | 'below';
  /** Centers the floating element on the target, or aligns their right edges. */
  align: 'middle' | 'end';
  /** Pixels between the target and the floating element. */
  gap: number;
}

/** Places a floating element of the top layer beside its target, within the window's edges. */
export function placeBeside(floating: HTMLElement, target: DOMRect, { first, align, gap }: Beside): void {
  const { width, height } = floating.getBoundingClientRect();
  const wanted = align === 'middle' ? target.left + (target.width - width) / 2 : target.right - width;
  const left = Math.min(Math.max(MARGIN, wanted), window.innerWidth - width - MARGIN);
  const above = target.top - gap - height;
  const below = target.bottom + gap;
  const fits = first === 'above' ? above >= MARGIN : below + height <= window.innerHeight - MARGIN;
  const top = (first === 'above') === fits ? Math.max(MARGIN, above) : below;
  Object.assign(floating.style, { inset: 'auto', left: `${left}px`, top: `${top}px` });
}
