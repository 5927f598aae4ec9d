import { Suspense, lazy, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useAwake } from './awake.ts';
import { rowOf } from './toast-row.ts';
import { type Toast, dismiss, useToasts } from './toasts.ts';

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
/** The card of a message, and what keeps messages in sight and out of the way: neither is part of the first load. */
const loadCard = () =>
  import('./toast-card.tsx').then(
    ({ ToastCard, placeToasts }) => ({ default: ToastCard, placeToasts }),
    (error: unknown) => {
      console.warn('The message card could not be loaded.', error);
      return { default: Bare, placeToasts: () => () => {} };
    },
  );
const ToastCard = lazy(loadCard);

/** Where toasts appear; rendered once, by the frame. Both regions stand there from the start, so that they announce. */
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
  // No part of the frame: it is moved into whatever dialog is in front.
  const [host] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    document.body.append(host);
    return () => host.remove();
  }, [host]);
  // Ahead of the first message, which may say that the connection is lost.
  const isAwake = useAwake();
  const [hasShown, setHasShown] = useState(false);
  if (shown.length > 0 && !hasShown) setHasShown(true);
  const isNeeded = isAwake || hasShown;
  // What is pressed before that is loaded may be gone by then, and the message may lie there instead.
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
