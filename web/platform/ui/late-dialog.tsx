import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';

interface LateDialogProps {
  /** Returns the dialog, an `openedPart`, whose code is fetched when the dialog opens. */
  renderDialog: (close: () => void) => ReactNode;
  /** Renders the control that opens the dialog. */
  children: (open: () => void) => ReactNode;
}

/**
 * A control and the dialog that it opens. The open dialog keeps its subject: in the player, the next song may start
 * while the dialog is open.
 */
export function LateDialog({ renderDialog, children }: LateDialogProps) {
  const [opened, setOpened] = useState<ReactNode>(null);
  const open = () => setOpened(renderDialog(() => setOpened(null)));
  return (
    <>
      {children(open)}
      {/* Rendered outside the control, because a draggable list around the control would take presses in the dialog as
          its own. */}
      {opened && createPortal(opened, document.body)}
    </>
  );
}
