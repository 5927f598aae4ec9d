import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMe } from '../../platform/lib/query.ts';
import { openedPart } from '../../platform/ui/opened-part.tsx';
import type { Reportable } from './reportable.ts';

const ReportDialog = openedPart(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }));

interface ReportControlProps {
  what: Reportable;
  /** The control, which opens the dialog. */
  children: (open: () => void) => ReactNode;
}

/** A control for members to report something, and its dialog, which is loaded when it opens. */
export function ReportControl({ what, children }: ReportControlProps) {
  const me = useMe();
  /** The subject at the time of the click, because the player may have moved on to the next song since. */
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
