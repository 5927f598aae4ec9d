import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import type { Plan } from '@scoville/contract/accounts/plans.ts';
import type { UserSummary } from '@scoville/contract/accounts/users/user-list.ts';
import { useState } from 'react';
import { useSettings } from '../../platform/lib/query.ts';
import { priceText } from '../../accounts/plans/plan-text.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Dialog } from '../../platform/ui/dialog.tsx';
import { Select } from '../../platform/ui/select.tsx';

/** Asks for an account's new plan, and explains the consequences for a plan that the account pays for. */
export function PlanDialog({
  user,
  busy,
  onAssign,
  onClose,
}: {
  user: UserSummary;
  busy: boolean;
  onAssign: (plan: Plan) => void;
  onClose: () => void;
}) {
  const { plans } = useSettings().subscriptions;
  const [type, setType] = useState(user.plan ?? '');
  const chosen = plans.find((plan) => plan.type === type);
  const paid = plans.find((plan) => plan.type === user.paidPlan)?.displayName ?? user.paidPlan;
  return (
    <Dialog
      title={sentence`Change the plan of ${user.name}`}
      busy={busy}
      onClose={onClose}
      actions={
        <>
          <Button variant="plain" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="main"
            busy={busy}
            disabled={chosen === undefined || type === user.plan}
            onClick={() => chosen && onAssign(chosen)}
          >
            Assign plan
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <p>The limits and perks of the plan apply at once. The user is notified by email and in the product.</p>
        {paid === null ? (
          <p>
            Nobody is charged for a plan that you assign. It stays until they subscribe to one, or you assign another.
          </p>
        ) : (
          <p>
            They pay for {paid} through PayPal, and this does not change their subscription: they go on being charged
            for it. The plan that you assign stays until that subscription changes or ends, or you assign another.
          </p>
        )}
        <Select
          label="Plan"
          // A plan that is no longer offered is not among the options.
          {...(plans.some((plan) => plan.type === user.plan) ? {} : { placeholder: 'Choose a plan' })}
          options={plans.map((plan) => ({ value: plan.type, label: `${plan.displayName} (${priceText(plan)})` }))}
          value={chosen?.type ?? ''}
          onChange={(event) => setType(event.target.value)}
        />
      </div>
    </Dialog>
  );
}
