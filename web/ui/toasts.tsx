import { Suspense, lazy, useEffect, useRef, useSyncExternalStore } from 'react';
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
/** The card of a message, and what keeps messages out of the way: neither is part of the first load. */
const loadCard = () =>
  import('./toast-card.tsx').then(
    ({ ToastCard, reserveToastSpace }) => ({ default: ToastCard, reserveToastSpace }),
    (error: unknown) => {
      console.warn('The message card could not be loaded.', error);
      return { default: Bare, reserveToastSpace: () => () => {} };
    },
  );
const ToastCard = lazy(loadCard);

/** Where toasts appear; rendered once, by the frame. Both regions stand there from the start, so that they announce. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  const urgent = shown.filter(({ kind }) => kind === 'error' || kind === 'warning');
  const others = shown.filter(({ kind }) => kind === 'success' || kind === 'info');
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let end: (() => void) | null = () => {};
    // Ahead of the first message, which may say that the connection is lost.
    whenIdle(
      () =>
        void loadCard().then(({ reserveToastSpace }) => {
          if (end !== null && area.current) end = reserveToastSpace(area.current);
        }),
    );
    return () => {
      end?.();
      end = null;
    };
  }, []);
  return (
    <div
      ref={area}
      className="pointer-events-none fixed top-[84px] bottom-[calc(var(--player-height,0px)+16px)] left-4 z-40 flex w-[min(400px,calc(100vw-32px))] flex-col justify-end data-[side=top]:justify-start"
    >
      <div className="flex flex-col gap-2">
        <div role="alert" className="flex flex-col gap-2">
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
