import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMe } from '../lib/query.ts';
import { openedPart } from '../ui/opened-part.tsx';
import type { Reportable } from './reportable.ts';

const ReportDialog = openedPart(() => import('./report-dialog.tsx').then((module) => module.ReportDialog));

interface ReportingProps {
  what: Reportable;
  /** The control, which opens the dialog. */
  children: (open: () => void) => ReactNode;
}

/** A control to report something, for members, and the dialog that it opens, which is fetched then. */
export function Reporting({ what, children }: ReportingProps) {
  const me = useMe();
  /** As it was when it was opened: in the player, the next song may begin meanwhile. */
  const [opened, setOpened] = useState<Reportable | null>(null);
  const close = () => setOpened(null);
  if (!me) return null;
  return (
    <>
      {me.id !== what.ownerId && children(() => setOpened(what))}
      {opened && createPortal(<ReportDialog what={opened} onClose={close} onFailed={close} />, document.body)}
    </>
  );
}
