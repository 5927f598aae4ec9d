import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

interface LeaveGuardProps {
  when: boolean;
  /** Leaving was confirmed; the page stands until what follows has loaded. */
  onLeave?: () => void;
}

/** Asks before a page with unsaved changes is left, by a link, by the history or by closing the tab. */
export function LeaveGuard({ when, onLeave }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => when,
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
