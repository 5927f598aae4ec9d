/** Pixels that stay free at the window's edges. */
const MARGIN = 8;

interface Beside {
  /** The side that it takes where there is room. */
  first: 'above' | 'below';
  /** Over the target's middle, or with its right edge. */
  align: 'middle' | 'end';
  /** Pixels between the two. */
  gap: number;
}

/** Puts what floats in the top layer beside its target, never past the window's edges. */
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
