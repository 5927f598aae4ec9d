import { useEffect, useState, useSyncExternalStore } from 'react';
import { classNames } from './class-names.ts';
import { CheckIcon, CloseIcon, InfoIcon, WarningIcon } from './icons.tsx';

export type ToastKind = 'error' | 'warning' | 'success' | 'info';

interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
}

/** How long a success or an information stays, in milliseconds; errors and warnings stay until they are dismissed. */
const SHOWN_FOR = 5_000;
const MOST = 5;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a message at the bottom left; the same message again replaces the one that is there. */
export function toast(kind: ToastKind, text: string): void {
  const others = toasts.filter((shown) => shown.kind !== kind || shown.text !== text);
  change([...others, { id: ++lastId, kind, text }].slice(-MOST));
}

const dismiss = (id: number): void => change(toasts.filter((shown) => shown.id !== id));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Where toasts appear; rendered once, by the frame. Both regions stand there from the start, so that they announce. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  const urgent = shown.filter(({ kind }) => kind === 'error' || kind === 'warning');
  const others = shown.filter(({ kind }) => kind === 'success' || kind === 'info');
  return (
    <div className="pointer-events-none fixed bottom-[calc(var(--player-height,0px)+16px)] left-4 z-40 flex w-[min(400px,calc(100vw-32px))] flex-col gap-2">
      <div role="alert" className="flex flex-col gap-2">
        {urgent.map((one) => (
          <ToastCard key={one.id} {...one} />
        ))}
      </div>
      <div aria-live="polite" className="flex flex-col gap-2">
        {others.map((one) => (
          <ToastCard key={one.id} {...one} />
        ))}
      </div>
    </div>
  );
}

const LOOKS = {
  error: { Icon: WarningIcon, color: 'text-error', title: null },
  warning: { Icon: WarningIcon, color: 'text-amber', title: null },
  success: { Icon: CheckIcon, color: 'text-herb', title: null },
  info: { Icon: InfoIcon, color: 'text-muted', title: 'Notice' },
} as const;

function ToastCard({ id, kind, text }: Toast) {
  const { Icon, color, title } = LOOKS[kind];
  const [held, setHeld] = useState(false);
  const passes = kind === 'success' || kind === 'info';
  useEffect(() => {
    if (!passes || held) return;
    const timer = setTimeout(() => dismiss(id), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [id, passes, held]);
  return (
    <div
      data-toast={kind}
      className="appear pointer-events-auto relative flex items-start gap-3 rounded-cover border border-line bg-surface py-1.5 pr-14 pl-4"
    >
      <Icon className={classNames('mt-2.5 size-[22px] flex-none', color)} />
      <div className="min-w-0 flex-1 py-2.5 break-words">
        {title && <p className="font-[650]">{title}</p>}
        <p>{text}</p>
      </div>
      {/* It covers the whole message, so that a tap anywhere takes it away. */}
      <button
        type="button"
        aria-label="Close the message"
        onClick={() => dismiss(id)}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        className="absolute inset-0 flex items-start justify-end rounded-cover p-4"
      >
        <CloseIcon className="size-[18px]" />
      </button>
    </div>
  );
}
