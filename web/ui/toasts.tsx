import { Suspense, lazy, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { avoidActiveRow } from './avoid-active-row.ts';
import { whenIdle } from './when-idle.ts';

export type ToastKind = 'error' | 'warning' | 'success' | 'info';

export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
}

const MOST = 5;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a message at the left, off the row that is worked on; the same message again replaces the one that is there. */
export function toast(kind: ToastKind, text: string): void {
  const others = toasts.filter((shown) => shown.kind !== kind || shown.text !== text);
  change([...others, { id: ++lastId, kind, text }].slice(-MOST));
}

export const dismiss = (id: number): void => change(toasts.filter((shown) => shown.id !== id));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The message alone, while its card is on its way and where it cannot be had. */
const Bare = ({ id, kind, text }: Toast) => (
  <button
    type="button"
    data-toast={kind}
    onClick={() => dismiss(id)}
    className="pointer-events-auto rounded-cover border border-line bg-surface p-4 text-left"
  >
    {text}
  </button>
);
const loadCard = () =>
  import('./toast-card.tsx').then(
    ({ ToastCard }) => ({ default: ToastCard }),
    (error: unknown) => {
      console.warn('The message card could not be loaded.', error);
      return { default: Bare };
    },
  );
const ToastCard = lazy(loadCard);

/** Where toasts appear; rendered once, by the frame. Both regions stand there from the start, so that they announce. */
export function Toasts() {
  // Ahead of the first message, which may say that the connection is lost.
  useEffect(() => whenIdle(() => void loadCard()), []);
  const shown = useSyncExternalStore(subscribe, () => toasts);
  const urgent = shown.filter(({ kind }) => kind === 'error' || kind === 'warning');
  const others = shown.filter(({ kind }) => kind === 'success' || kind === 'info');
  const area = useRef<HTMLDivElement>(null);
  const stack = useRef<HTMLDivElement>(null);
  const staying = useRef<HTMLDivElement>(null);
  useEffect(() => (area.current && stack.current ? avoidActiveRow(area.current, stack.current) : undefined), []);
  useLayoutEffect(
    () => (urgent.length > 0 && staying.current ? reserveSpace(staying.current) : undefined),
    [urgent.length],
  );
  return (
    <div
      ref={area}
      className="pointer-events-none fixed top-[84px] bottom-[calc(var(--player-height,0px)+16px)] left-4 z-40 flex w-[min(400px,calc(100vw-32px))] flex-col justify-end data-[side=top]:justify-start"
    >
      <div ref={stack} className="flex flex-col gap-2">
        <div ref={staying} role="alert" className="flex flex-col gap-2">
          {urgent.map((one) => (
            <Suspense key={one.id} fallback={<Bare {...one} />}>
              <ToastCard {...one} />
            </Suspense>
          ))}
        </div>
        <div aria-live="polite" className="flex flex-col gap-2">
          {others.map((one) => (
            <Suspense key={one.id} fallback={<Bare {...one} />}>
              <ToastCard {...one} />
            </Suspense>
          ))}
        </div>
      </div>
    </div>
  );
}

/** What stays must not keep anything covered: the page ends above it, so that all of it can be scrolled into sight. */
function reserveSpace(region: HTMLElement): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--toasts-height', `${region.offsetHeight + 32}px`));
  observer.observe(region);
  return () => {
    observer.disconnect();
    style.removeProperty('--toasts-height');
  };
}
