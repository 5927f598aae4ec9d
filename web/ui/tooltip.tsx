import { type ReactElement, cloneElement, useEffect, useId, useRef, useState } from 'react';

interface TargetProps {
  onPointerEnter?: (event: React.PointerEvent) => void;
  onPointerLeave?: () => void;
  onPointerDown?: () => void;
  onFocus?: (event: React.FocusEvent) => void;
  onBlur?: () => void;
  'aria-describedby'?: string;
}

interface TooltipProps {
  text: string;
  /** Milliseconds of hovering before it appears; the keyboard's focus shows it after the same time. */
  delay?: number;
  /** The text only repeats the control's accessible name, so that it need not be read twice. */
  isName?: boolean;
  children: ReactElement<TargetProps>;
}

/**
 * A text beside its one child while that is hovered or focused; Escape hides it. It lives in the top layer, so that
 * nothing cuts it. The child must take the event handlers and `aria-describedby`.
 */
export function Tooltip({ text, delay = 500, isName = false, children }: TooltipProps) {
  const id = useId();
  const [target, setTarget] = useState<Element | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const bubble = useRef<HTMLSpanElement>(null);

  const showSoon = (element: Element) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setTarget(element), delay);
  };
  const hide = () => {
    clearTimeout(timer.current);
    setTarget(null);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const element = bubble.current;
    if (!target || !element) return;
    element.showPopover();
    place(element, target.getBoundingClientRect());
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setTarget(null);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [target]);

  return (
    <>
      {cloneElement(children, {
        onPointerEnter: (event) => event.pointerType !== 'touch' && showSoon(event.currentTarget),
        onPointerLeave: hide,
        onPointerDown: hide,
        onFocus: (event) => event.currentTarget.matches(':focus-visible') && showSoon(event.currentTarget),
        onBlur: hide,
        ...(target && !isName ? { 'aria-describedby': id } : {}),
      })}
      {target && (
        <span
          ref={bubble}
          id={id}
          role="tooltip"
          popover="manual"
          className="pointer-events-none m-0 max-w-72 rounded-[8px] border border-line bg-raised px-2.5 py-1 text-caption text-text"
        >
          {text}
        </span>
      )}
    </>
  );
}

/** Above the target, or below where there is no room, and never past the edges. */
function place(bubble: HTMLElement, target: DOMRect): void {
  const { width, height } = bubble.getBoundingClientRect();
  const left = Math.min(Math.max(8, target.left + target.width / 2 - width / 2), window.innerWidth - width - 8);
  const top = target.top - height - 8 >= 8 ? target.top - height - 8 : target.bottom + 8;
  Object.assign(bubble.style, { inset: 'auto', left: `${left}px`, top: `${top}px` });
}
