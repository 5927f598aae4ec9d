import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';

interface LateDialogProps {
  /** The dialog, an `openedPart`: it is fetched when it opens. */
  renderDialog: (close: () => void) => ReactNode;
  /** The control, which opens it. */
  children: (open: () => void) => ReactNode;
}

/**
 * A control and the dialog that it opens, which stays about what it was opened for: in the player, the next song may begin
 * meanwhile.
 */
export function LateDialog({ renderDialog, children }: LateDialogProps) {
  const [opened, setOpened] = useState<ReactNode>(null);
  const open = () => setOpened(renderDialog(() => setOpened(null)));
  return (
    <>
      {children(open)}
      {/* Away from where the control stands: a list that is dragged would take presses in the dialog for its own. */}
      {opened && createPortal(opened, document.body)}
    </>
  );
}
