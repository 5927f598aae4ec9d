import { type ReactNode, createContext, memo, use, useEffect, useLayoutEffect, useRef, useState } from 'react';

interface Item {
  id: string;
  title: string;
}

interface LongListProps<T extends Item> {
  items: readonly T[];
  /** The accessible name of the list. */
  label: string;
  className?: string;
  children: (item: T, index: number) => ReactNode;
}

/** Lists of up to this many items are drawn completely; only for longer ones is windowing worth the cost. */
const FEW = 400;
/** Number of items that are drawn or left out together. */
const PART = 12;
/**
 * Items within two screens of the visible area are drawn. A part is never so high that both its ends are farther away
 * than that while its middle is visible.
 */
const NEAR = '200% 0px';

/** The last measured height of each item, so that a user who returns to a list finds everything at its old place. */
const heights = new WeakMap<Item, number>();

/** Draws an item. Only drawn items read this context, so a change of it causes no work for the rest of a long list. */
const Drawing = createContext<(index: number) => ReactNode>(() => null);

/**
 * A list of any length, as a column or a grid. Of a long list, only items near the visible area are drawn; placeholders
 * keep the space of the others.
 */
export function LongList<T extends Item>({ items, label, className, children }: LongListProps<T>) {
  const starts = Array.from({ length: Math.ceil(items.length / PART) }, (_, part) => part * PART);
  const draw = (index: number) => {
    const item = items[index];
    return item && children(item, index);
  };
  return (
    <Drawing value={draw}>
      <ul aria-label={label} className={className}>
        {starts.map((start) => (
          <Part key={start} items={items.slice(start, start + PART)} start={start} isLong={items.length > FEW} />
        ))}
      </ul>
    </Drawing>
  );
}

interface PartProps {
  items: readonly Item[];
  start: number;
  isLong: boolean;
}

const isSame = (one: PartProps, other: PartProps): boolean =>
  one.start === other.start &&
  one.isLong === other.isLong &&
  one.items.length === other.items.length &&
  one.items.every((item, at) => item === other.items[at]);

const Part = memo(function Part({ items, start, isLong }: PartProps) {
  // A part whose items all have a known height was drawn before: the user is coming back, perhaps to a place far below.
  const [isNear, setNear] = useState(() => !isLong || !items.every((item) => heights.has(item)));
  const first = useRef<HTMLLIElement>(null);
  const last = useRef<HTMLLIElement>(null);
  const isDrawn = isNear || !isLong;

  useEffect(() => {
    const [begin, end] = [first.current, last.current];
    if (!isLong || !begin) return;
    const near = new Set<Element>();
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes)
          if (isIntersecting) near.add(target);
          else near.delete(target);
        // A part with the keyboard focus stays drawn.
        const stays = near.size > 0 || elementsFrom(begin, items).some((one) => one.contains(document.activeElement));
        if (!stays) measure(begin, items);
        setNear(stays);
      },
      { rootMargin: NEAR },
    );
    observer.observe(begin);
    if (end) observer.observe(end);
    return () => observer.disconnect();
  }, [isLong, items]);

  // Measures before the whole list is unmounted.
  useLayoutEffect(() => {
    const begin = first.current;
    if (isLong && begin) return () => measure(begin, items);
    return undefined;
  }, [isLong, items]);

  const known = items.find((item) => heights.has(item));
  return items.map((item, at) => (
    <li
      key={item.id}
      ref={at === 0 ? first : at === items.length - 1 ? last : undefined}
      className="relative min-w-0"
      style={isDrawn ? undefined : { height: heights.get(item) ?? (known && heights.get(known)) }}
    >
      {isDrawn ? <Drawn index={start + at} /> : <span className="sr-only">{item.title}</span>}
    </li>
  ));
}, isSame);

/** The `<li>` elements of a part, starting with its first. */
function elementsFrom(first: Element, items: readonly Item[]): Element[] {
  const all = [first];
  for (let next = first.nextElementSibling; next && all.length < items.length; next = next.nextElementSibling)
    all.push(next);
  return all;
}

function measure(first: Element, items: readonly Item[]): void {
  for (const [at, element] of elementsFrom(first, items).entries()) {
    const { height } = element.getBoundingClientRect();
    const item = items[at];
    if (item && height > 0) heights.set(item, height);
  }
}

const Drawn = ({ index }: { index: number }): ReactNode => use(Drawing)(index);
