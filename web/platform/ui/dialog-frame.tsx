import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { classNames } from './class-names.ts';
import { useFirstFocus } from './first-focus.ts';
import { CloseIcon } from './icons.tsx';
import { IconButton } from './icon-button.tsx';
import { onPageChange } from './page-change.ts';
import { useModal } from './use-modal.ts';

export interface DialogProps {
  title: string;
  /** Called when the dialog closes itself: by the close button, Escape, a click outside or a page change. */
  onClose: () => void;
  children: ReactNode;
  /** The row of buttons at the bottom. */
  actions?: ReactNode;
  width?: 'normal' | 'wide';
  /** The dialog's action is running and may fail: the dialog stays open to show the error. */
  busy?: boolean;
}

interface DialogFrameProps extends DialogProps {
  element?: RefObject<HTMLDialogElement | null>;
  /** Called instead of `onClose`, except when the page changes. */
  onDismiss?: () => void;
}

/** The look of every modal dialog, and the ways to close it. */
export function DialogFrame(props: DialogFrameProps) {
  const { title, onClose, children, actions, width = 'normal', busy = false, onDismiss = onClose } = props;
  const heading = useId();
  const body = useRef<HTMLDivElement>(null);
  const modal = useModal(() => busy || onDismiss(), props.element);
  useFirstFocus(modal.ref, body);
  useEffect(() => (busy ? undefined : onPageChange(onClose)), [busy, onClose]);

  return (
    <dialog
      {...modal}
      closedby={busy ? 'none' : 'any'}
      aria-labelledby={heading}
      className={classNames(
        'appear m-auto max-h-[calc(100dvh-32px)] w-[calc(100%-32px)] flex-col overflow-hidden rounded-hero border border-line bg-surface p-0 text-text open:flex',
        width === 'wide' ? 'max-w-[820px]' : 'max-w-[520px]',
      )}
    >
      <header className="flex items-center justify-between gap-4 border-b border-line py-3 pr-3 pl-6">
        <h2 id={heading} className="min-w-0 text-title wrap-anywhere">
          {title}
        </h2>
        <IconButton label="Close" disabled={busy} onClick={onDismiss}>
          <CloseIcon />
        </IconButton>
      </header>
      <div ref={body} className="overflow-y-auto px-6 py-5">
        {children}
      </div>
      {actions && (
        <footer data-dialog-actions className="flex flex-wrap justify-end gap-2 border-t border-line px-6 py-4">
          {actions}
        </footer>
      )}
    </dialog>
  );
}
