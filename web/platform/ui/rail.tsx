import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { useCutEdges } from './cut-edges.ts';
import { ChevronLeftIcon, ChevronRightIcon } from './first-icons.tsx';
import { moveByArrows, scrollByDragging } from './rail-input.ts';

export interface RailProps {
  /** The accessible name of the list. */
  label: string;
  /** `<li>` elements, each with its own width. Scrolling stops at elements with the class `snap-start`. */
  children: readonly ReactNode[];
  /**
   * Width in pixels of a narrow item including the gap after it. The rail draws as many items as fit into the window at
   * this width, plus two, until the rail is used or the window's size changes. Without `step` it draws all items.
   */
  step?: number | undefined;
  className?: string;
  /** Space between the items. */
  gap?: 'chips' | 'cards';
  /**
   * When the arrows are shown for the mouse: while it is over the rail, or always (beside the items, where there is
   * room).
   */
  arrows?: 'hover' | 'always';
}

/**
 * A rail: a horizontal list of cards or chips that scrolls by wheel (with Shift), touch, drag, arrow keys and arrow
 * buttons, stops at its items, and fades at an edge where it is cut.
 */
export function Rail({ label, children, step, className, gap = 'cards', arrows = 'hover' }: RailProps) {
  const list = useRef<HTMLUListElement>(null);
  const cut = useCutEdges(list);
  const [shown, setShown] = useState(() => (step === undefined ? Infinity : Math.ceil(innerWidth / step) + 2));

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const stops = [scrollByDragging(element), moveByArrows(element)];
    return () => stops.forEach((stop) => stop());
  }, []);

  useEffect(() => {
    const stop = new AbortController();
    const drawAll = () => startTransition(() => setShown(Infinity));
    for (const use of ['pointerenter', 'focusin', 'scroll'])
      list.current?.addEventListener(use, drawAll, { signal: stop.signal });
    addEventListener('resize', drawAll, { signal: stop.signal });
    return () => stop.abort();
  }, []);

  const scroll = (direction: 1 | -1) =>
    list.current?.scrollBy({ left: direction * list.current.clientWidth * 0.85, behavior: 'smooth' });

  return (
    <div className={classNames('group/rail relative', className)}>
      <ul
        ref={list}
        aria-label={label}
        className={classNames(
          'flex snap-x snap-proximity overflow-x-auto overscroll-x-contain py-1 [scrollbar-width:none]',
          gap === 'cards' ? 'gap-3.5 md:gap-5' : 'gap-2.5',
          cut.fade,
        )}
      >
        {step === undefined ? children : children.slice(0, shown)}
      </ul>
      <Arrow side="left" shown={cut.before} when={arrows} onClick={() => scroll(-1)} />
      <Arrow side="right" shown={cut.after} when={arrows} onClick={() => scroll(1)} />
    </div>
  );
}

/** For the mouse only. The keyboard moves through the items themselves, so the arrows are not in the tab order. */
function Arrow({
  side,
  shown,
  when,
  onClick,
}: {
  side: 'left' | 'right';
  shown: boolean;
  when: 'hover' | 'always';
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      onClick={onClick}
      className={classNames(
        'absolute top-1/2 hidden size-10 -translate-y-1/2 place-items-center rounded-full border border-line bg-surface transition-opacity pointer-fine:grid',
        side === 'left' ? '-left-3' : '-right-3',
        !shown && 'pointer-events-none opacity-0',
        shown && when === 'hover' && 'opacity-0 group-hover/rail:opacity-100',
      )}
    >
      {side === 'left' ? <ChevronLeftIcon /> : <ChevronRightIcon />}
    </button>
  );
}
