import type { Plan } from '@scoville/contract/accounts/plans.ts';
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx';
import { uploadsText } from '../../accounts/plans/plan-text.ts';

interface CancelDialogProps {
  base: Plan;
  plan: Plan | undefined;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before the subscription is cancelled, which ends its charges and its perks. */
export function CancelDialog({ base, plan, busy, onConfirm, onClose }: CancelDialogProps) {
  return (
    <ConfirmDialog
      title="Cancel your subscription?"
      confirm="Cancel subscription"
      cancel="Keep it"
      danger
      busy={busy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        You will not be charged again, and the limits and perks of {plan?.displayName ?? 'your plan'} end at once: you
        will have {base.displayName} ({uploadsText(base.limits)}). Your uploads are kept.
      </p>
    </ConfirmDialog>
  );
}
