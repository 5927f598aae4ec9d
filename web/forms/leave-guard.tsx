import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

/** Asks before a page with unsaved changes is left, by a link, by the history or by closing the tab. */
export function LeaveGuard({ when }: { when: boolean }) {
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
      onConfirm={() => proceed()}
      onClose={() => reset()}
    >
      <p>Are you sure you want to leave this page?</p>
    </ConfirmDialog>
  );
}
