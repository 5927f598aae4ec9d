import { type ReactNode, Suspense, lazy, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Shareable } from './shareable.ts';

const ShareDialog = lazy(() => import('./share-dialog.tsx').then((module) => ({ default: module.ShareDialog })));

interface SharingProps {
  what: Shareable;
  /** The control, which opens the dialog. */
  children: (open: () => void) => ReactNode;
}

/** A control and the dialog that it opens, which is fetched then. */
export function Sharing({ what, children }: SharingProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {children(() => setOpen(true))}
      {isOpen &&
        // Away from where the control stands: a list that is dragged would take presses in the dialog for its own.
        createPortal(
          <Suspense>
            <ShareDialog what={what} onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
