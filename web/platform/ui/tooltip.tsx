import {
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  cloneElement,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { placeBeside } from './place-beside.ts';

interface TargetProps {
  onPointerEnter?: (event: PointerEvent) => void;
  onPointerLeave?: (event: PointerEvent) => void;
  onPointerDown?: (event: PointerEvent) => void;
  onFocus?: (event: FocusEvent) => void;
  onBlur?: (event: FocusEvent) => void;
  'aria-describedby'?: string;
}

interface TooltipProps {
  text: string;
  /** Milliseconds of hovering or keyboard focus before the tooltip appears. */
  delay?: number;
  /** The text repeats the control's accessible name, so screen readers don't need to read it twice. */
  isName?: boolean;
  children: ReactElement<TargetProps>;
}

/**
 * Shows a text beside its only child while the child is hovered or focused; Escape hides the text. The child must
 * accept the event handlers and `aria-describedby`.
 */
export function Tooltip({ text, delay = 500, isName = false, children }: TooltipProps) {
  const id = useId();
  const [target, setTarget] = useState<Element | null>(null);
  const [shown, setShown] = useState(false);
  const hide = () => setTarget(null);
  const own = children.props;

  useEffect(() => {
    if (!target) return;
    const timer = setTimeout(() => setShown(true), delay);
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setTarget(null);
    document.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', onKey);
      setShown(false);
    };
  }, [target, delay]);

  return (
    <>
      {cloneElement(children, {
        onPointerEnter: after(
          own.onPointerEnter,
          (event) => event.pointerType !== 'touch' && setTarget(event.currentTarget),
        ),
        onPointerLeave: after(own.onPointerLeave, hide),
        onPointerDown: after(own.onPointerDown, hide),
        onFocus: after(
          own.onFocus,
          (event) => event.currentTarget.matches(':focus-visible') && setTarget(event.currentTarget),
        ),
        onBlur: after(own.onBlur, hide),
        ...(shown && !isName ? { 'aria-describedby': id } : {}),
      })}
      {target && shown && <Bubble id={id} text={text} target={target} />}
    </>
  );
}

/** Runs the child's own handler before the tooltip's. */
const after =
  <E,>(own: ((event: E) => void) | undefined, then: (event: E) => void) =>
  (event: E) => {
    own?.(event);
    then(event);
  };

/** The tooltip's text, in the top layer so that no container clips it. */
function Bubble({ id, text, target }: { id: string; text: string; target: Element }) {
  const bubble = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = bubble.current;
    if (!element) return;
    element.showPopover();
    placeBeside(element, target.getBoundingClientRect(), { first: 'above', align: 'middle', gap: 8 });
  }, [target]);
  return (
    <span
      ref={bubble}
      id={id}
      role="tooltip"
      popover="manual"
      className="pointer-events-none m-0 max-w-72 rounded-[8px] border border-line bg-raised px-2.5 py-1 text-caption text-text"
    >
      {text}
    </span>
  );
}
