import type { ReactNode } from 'react';
import { LateDialog } from '../../platform/ui/late-dialog.tsx';
import { openedPart } from '../../platform/ui/opened-part.tsx';
import { peoplePort } from './people-port.ts';
import type { Shareable } from './shareable.ts';

const ShareDialog = openedPart<{ what: Shareable; onClose: () => void }>(async () => {
  const [{ ShareDialog: Dialog }, ShareToPeople] = await Promise.all([import('./share-dialog.tsx'), peoplePort.load()]);
  return { default: (props) => <Dialog ShareToPeople={ShareToPeople} {...props} /> };
});

interface ShareControlProps {
  what: Shareable;
  /** The control that opens the dialog. */
  children: (open: () => void) => ReactNode;
}

/** A control with the dialog for sharing something. */
export function ShareControl({ what, children }: ShareControlProps) {
  return (
    <LateDialog renderDialog={(close) => <ShareDialog what={what} onClose={close} onFailed={close} />}>
      {children}
    </LateDialog>
  );
}
