import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

interface LeaveGuardProps {
  when: boolean;
  /** The parameter of the address with which the form is there: a page without it has left the form, too. */
  parameter?: string;
  /** Leaving was confirmed; the page stands until what follows has loaded. */
  onLeave?: () => void;
}

/**
 * Asks before a page with unsaved changes is left, by a link, by the history or by closing the tab. What only changes
 * the address behind its path leaves the form where it is.
 */
export function LeaveGuard({ when, parameter, onLeave }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      when && (next.pathname !== current.pathname || (parameter !== undefined && !(parameter in next.search))),
    enableBeforeUnload: () => when,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title="Unsaved changes"
      confirm="Leave"
      cancel="Stay"
      danger
      onConfirm={() => {
        onLeave?.();
        proceed();
      }}
      onClose={() => reset()}
    >
      <p>Are you sure you want to leave this page?</p>
    </ConfirmDialog>
  );
}
