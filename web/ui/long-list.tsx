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

/** Up to so many are drawn all at once: only longer lists are worth the coming and going. */
const FEW = 400;
/** Items that are drawn, and left out, together. */
const PART = 12;
/** What is no farther from being seen than two screens is drawn. A part is never so high that both its ends are. */
const NEAR = '200% 0px';

/** The height of each item where it was drawn last: where one comes back to, everything is at its old place. */
const heights = new WeakMap<Item, number>();

/** How an item is drawn. Only what is drawn asks for it, so that the rest of a long list has no work when it changes. */
const Drawing = createContext<(index: number) => ReactNode>(() => null);

/** A list of any length, as a column or a grid. Of a long one only what is near to being seen is drawn, and the rest keeps its place. */
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
  // What has a height was here before: somebody comes back, perhaps to a place far below.
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
        // Who is in it with the keyboard stays there.
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

  // Before the whole list is left.
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

/** The elements of a part, from its first on. */
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
