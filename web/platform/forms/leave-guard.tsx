import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

interface LeaveGuardProps {
  when: boolean;
  /** The search parameter that shows the form: a page without this parameter no longer shows the form. */
  parameter?: string;
  /** Called when leaving was confirmed; the page stays until the next one has loaded. */
  onLeave?: () => void;
}

/**
 * Asks for confirmation before a page with unsaved changes is left, by a link, by the history or by closing the tab. A
 * change of the search or hash only doesn't leave the form.
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
