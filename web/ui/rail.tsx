import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { ChevronLeftIcon, ChevronRightIcon } from './icons.tsx';

export interface RailProps {
  /** The accessible name of the list. */
  label: string;
  /** `<li>` elements, each of its own width; `snap-start` on them makes the rail stop there. */
  children: ReactNode;
  className?: string;
  /** Space between the items. */
  gap?: 'chips' | 'cards';
}

/** Pointer movement, in pixels, from which on a press is a drag and no click. */
const DRAG_FROM = 6;

/**
 * A horizontal list that scrolls by wheel (with Shift), touch, drag, keys and arrow buttons, stops at its items, and
 * fades at an edge where it is cut.
 */
export function Rail({ label, children, className, gap = 'cards' }: RailProps) {
  const list = useRef<HTMLUListElement>(null);
  const [hidden, setHidden] = useState({ before: false, after: false });
  const drag = useDrag(list);

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      const before = element.scrollLeft > 2;
      const after = element.scrollLeft + element.clientWidth < element.scrollWidth - 2;
      setHidden((was) => (was.before === before && was.after === after ? was : { before, after }));
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    for (const item of element.children) sizes.observe(item);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [children]);

  const scroll = (direction: 1 | -1) =>
    list.current?.scrollBy({ left: direction * list.current.clientWidth * 0.85, behavior: 'smooth' });
  const onKeyDown = (event: KeyboardEvent) => {
    // Inside a card the keys belong to the card.
    if (event.target !== event.currentTarget) return;
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    scroll(event.key === 'ArrowRight' ? 1 : -1);
  };

  return (
    <div className={classNames('group/rail relative', className)}>
      <ul
        ref={list}
        aria-label={label}
        // A region that scrolls must be reachable by the keyboard.
        tabIndex={0}
        onKeyDown={onKeyDown}
        {...drag}
        className={classNames(
          'flex snap-x snap-proximity overflow-x-auto overscroll-x-contain py-1 [scrollbar-width:none]',
          gap === 'cards' ? 'gap-3.5 md:gap-5' : 'gap-2.5',
          hidden.before && hidden.after
            ? 'rail-cut-both'
            : hidden.before
              ? 'rail-cut-before'
              : hidden.after && 'rail-cut-after',
        )}
      >
        {children}
      </ul>
      <Arrow side="left" shown={hidden.before} onClick={() => scroll(-1)} />
      <Arrow side="right" shown={hidden.after} onClick={() => scroll(1)} />
    </div>
  );
}

/** For the mouse alone: the list itself takes the arrow keys, so that this is no second stop of the keyboard. */
function Arrow({ side, shown, onClick }: { side: 'left' | 'right'; shown: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      onClick={onClick}
      className={classNames(
        'absolute top-1/2 hidden size-10 -translate-y-1/2 place-items-center rounded-full border border-line bg-surface transition-opacity pointer-fine:grid',
        side === 'left' ? '-left-3' : '-right-3',
        shown ? 'opacity-0 group-hover/rail:opacity-100' : 'pointer-events-none opacity-0',
      )}
    >
      {side === 'left' ? <ChevronLeftIcon /> : <ChevronRightIcon />}
    </button>
  );
}

/** Dragging with a mouse scrolls; the click that ends a drag opens nothing. */
function useDrag(list: React.RefObject<HTMLUListElement | null>) {
  const from = useRef<{ x: number; left: number } | null>(null);
  const moved = useRef(false);
  return {
    onPointerDown: (event: PointerEvent) => {
      moved.current = false;
      if (event.pointerType === 'mouse' && event.button === 0 && list.current)
        from.current = { x: event.clientX, left: list.current.scrollLeft };
    },
    onPointerMove: (event: PointerEvent) => {
      if (!from.current || !list.current) return;
      const distance = event.clientX - from.current.x;
      if (!moved.current && Math.abs(distance) < DRAG_FROM) return;
      if (!moved.current) {
        moved.current = true;
        list.current.setPointerCapture(event.pointerId);
        list.current.style.scrollSnapType = 'none';
      }
      list.current.scrollLeft = from.current.left - distance;
    },
    onPointerUp: () => {
      from.current = null;
      if (list.current) list.current.style.scrollSnapType = '';
    },
    onPointerCancel: () => {
      from.current = null;
    },
    onClickCapture: (event: React.MouseEvent) => {
      if (!moved.current) return;
      event.preventDefault();
      event.stopPropagation();
      moved.current = false;
    },
    onDragStart: (event: React.DragEvent) => event.preventDefault(),
  };
}
