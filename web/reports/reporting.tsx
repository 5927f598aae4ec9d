import type { ReportSubject } from '@scoville/contract/report-life.ts';
import type { Me } from '@scoville/contract/users.ts';
import { type ReactNode, Suspense, lazy, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMe } from '../lib/query.ts';

const ReportDialog = lazy(() => import('./report-dialog.tsx').then((module) => ({ default: module.ReportDialog })));

export interface Reportable {
  kind: ReportSubject;
  id: string;
  /** Whose it is: nobody reports what is their own. */
  ownerId: string;
}

interface ReportingProps {
  what: Reportable;
  /** The control, which opens the dialog. */
  children: (open: () => void) => ReactNode;
}

/** Members report what is not their own. */
export const canReport = (me: Pick<Me, 'id'> | null | undefined, { ownerId }: Reportable): boolean =>
  !!me && me.id !== ownerId;

/** A control to report something, for members, and the dialog that it opens, which is fetched then. */
export function Reporting({ what, children }: ReportingProps) {
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  if (!canReport(me, what)) return null;
  return (
    <>
      {children(() => setOpen(true))}
      {isOpen && <LateReport what={what} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The dialog, away from where its control stands. */
export const LateReport = ({ what, onClose }: { what: Reportable; onClose: () => void }) =>
  createPortal(
    <Suspense>
      <ReportDialog what={what} onClose={onClose} />
    </Suspense>,
    document.body,
  );
