import { useEffect, useState } from 'react';
import { classNames } from './class-names.ts';
import { CheckIcon, CloseIcon, InfoIcon, WarningIcon } from './icons.tsx';
import { type Toast, dismiss } from './toasts.ts';

export { placeToasts } from './place-toasts.ts';

/** Milliseconds that a success or an info message is shown; errors and warnings stay until they are dismissed. */
const SHOWN_FOR = 5_000;

const LOOKS = {
  error: { Icon: WarningIcon, color: 'text-error', title: null },
  warning: { Icon: WarningIcon, color: 'text-amber', title: null },
  success: { Icon: CheckIcon, color: 'text-herb', title: null },
  info: { Icon: InfoIcon, color: 'text-muted', title: 'Notice' },
} as const;

/** One message, dismissed by a tap anywhere on it. */
export function ToastCard({ id, kind, text }: Toast) {
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
      {/* The button covers the whole message, so that a tap anywhere dismisses the message. */}
      <button
        type="button"
        aria-label="Close message"
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
