import { type ReactNode, lazy } from 'react';
import { LateDialog } from '../ui/late-dialog.tsx';
import type { Shareable } from './shareable.ts';

const ShareDialog = lazy(() => import('./share-dialog.tsx').then((module) => ({ default: module.ShareDialog })));

interface SharingProps {
  what: Shareable;
  /** The control, which opens the dialog. */
  children: (open: () => void) => ReactNode;
}

/** A control and the dialog by which something is shared. */
export function Sharing({ what, children }: SharingProps) {
  return <LateDialog renderDialog={(close) => <ShareDialog what={what} onClose={close} />}>{children}</LateDialog>;
}
