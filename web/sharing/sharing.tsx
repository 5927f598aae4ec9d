import type { ReactNode } from 'react';
import { LateDialog } from '../ui/late-dialog.tsx';
import { openedPart } from '../ui/opened-part.tsx';
import type { Shareable } from './shareable.ts';

const ShareDialog = openedPart(() => import('./share-dialog.tsx').then((module) => module.ShareDialog));

interface SharingProps {
  what: Shareable;
  /** The control that opens the dialog. */
  children: (open: () => void) => ReactNode;
}

/** A control with the dialog for sharing something. */
export function Sharing({ what, children }: SharingProps) {
  return (
    <LateDialog renderDialog={(close) => <ShareDialog what={what} onClose={close} onFailed={close} />}>
      {children}
    </LateDialog>
  );
}
