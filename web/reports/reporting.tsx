import type { ReportSubject } from '@scoville/contract/report-state.ts';
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

/** A control to report something, for members, and the dialog that it opens, which is fetched then. */
export function Reporting({ what, children }: ReportingProps) {
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  if (!me || me.id === what.ownerId) return null;
  return (
    <>
      {children(() => setOpen(true))}
      {isOpen &&
        createPortal(
          <Suspense>
            <ReportDialog what={what} onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
