import { Suspense, lazy, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useAwake } from './awake.ts';
import { rowOf } from './toast-row.ts';
import { type Toast, dismiss, useToasts } from './toasts.ts';

/** The bare message, shown while its card is loading and if the card cannot be loaded. */
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
/**
 * Loads the card of a message, and the code that keeps messages visible without covering content. Neither is part of
 * the first load.
 */
const loadCard = () =>
  import('./toast-card.tsx').then(
    ({ ToastCard, placeToasts }) => ({ default: ToastCard, placeToasts }),
    (error: unknown) => {
      console.warn('The message card could not be loaded.', error);
      return { default: Bare, placeToasts: () => () => {} };
    },
  );
const ToastCard = lazy(loadCard);

/**
 * The place of all toasts; the frame renders it once. Both live regions exist from the start, so that screen readers
 * announce their messages.
 */
export function Toasts() {
  const shown = useToasts();
  const cardsOf = (urgent: boolean) =>
    shown.map(
      (one) =>
        (one.kind === 'error' || one.kind === 'warning') === urgent && (
          <Suspense key={one.id} fallback={<Bare {...one} />}>
            <ToastCard {...one} />
          </Suspense>
        ),
    );
  const area = useRef<HTMLDivElement>(null);
  // Created outside of React's tree, because it is moved into whichever dialog is in front.
  const [host] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    document.body.append(host);
    return () => host.remove();
  }, [host]);
  // Loads the card before the first message, which may report that the connection is lost.
  const isAwake = useAwake();
  const [hasShown, setHasShown] = useState(false);
  if (shown.length > 0 && !hasShown) setHasShown(true);
  const isNeeded = isAwake || hasShown;
  // Remembers the row pressed or focused before that code is loaded, because the control may be gone by then, with the
  // message in its place.
  const row = useRef<Element | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const note = ({ target }: Event) => {
      if (target instanceof Element && !area.current?.contains(target)) row.current = rowOf(target);
    };
    document.addEventListener('pointerdown', note, { capture: true, signal: stop.signal });
    document.addEventListener('focusin', note, { signal: stop.signal });
    return () => stop.abort();
  }, []);
  useEffect(() => {
    if (!isNeeded) return;
    let end: (() => void) | null = () => {};
    void loadCard().then(({ placeToasts }) => {
      if (end !== null && area.current) end = placeToasts(area.current, row.current);
    });
    return () => {
      end?.();
      end = null;
    };
  }, [isNeeded]);
  return createPortal(
    <div
      ref={area}
      className="pointer-events-none fixed top-[84px] bottom-[calc(var(--toasts-bottom,var(--player-height,0px))+16px)] left-4 z-40 flex h-auto w-[min(400px,calc(100vw-32px))] flex-col justify-end overflow-visible bg-transparent text-text data-[side=top]:justify-start"
    >
      <div className="flex flex-col gap-2">
        <div role="alert" className="flex flex-col gap-2">
          {cardsOf(true)}
        </div>
        <div aria-live="polite" className="flex flex-col gap-2">
          {cardsOf(false)}
        </div>
      </div>
    </div>,
    host,
  );
}
