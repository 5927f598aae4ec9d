import { type ReactNode, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';

interface LateDialogProps {
  /** The dialog, a lazy part: it is fetched when it opens. */
  renderDialog: (close: () => void) => ReactNode;
  /** The control, which opens it. */
  children: (open: () => void) => ReactNode;
}

/** A control and the dialog that it opens. */
export function LateDialog({ renderDialog, children }: LateDialogProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {children(() => setOpen(true))}
      {isOpen &&
        // Away from where the control stands: a list that is dragged would take presses in the dialog for its own.
        createPortal(<Suspense>{renderDialog(() => setOpen(false))}</Suspense>, document.body)}
    </>
  );
}
