import type { ChosenPlan } from '@scoville/contract/business/billing/paid-plans.ts';
import type { Plan } from '@scoville/contract/accounts/plans.ts';
import { Button } from '../../platform/ui/button.tsx';

interface PlanActionsProps {
  plans: readonly Plan[];
  current: ChosenPlan | null;
  selected: string | null;
  changing: boolean;
  busy: boolean;
  /** Starts a change, with a plan already chosen or null. */
  onChange: (to: string | null) => void;
  onProceed: () => void;
  onEndChange: () => void;
  onCancel: () => void;
}

/** The actions for the current plan, or for another plan that the user has selected. */
export function PlanActions(props: PlanActionsProps) {
  const { plans, current, selected, changing, busy } = props;
  const name = plans.find(({ type }) => type === selected)?.displayName;
  if (current === null)
    return (
      name !== undefined && (
        <p className="flex flex-wrap items-center gap-3">
          <Button variant="main" size="large" busy={busy} onClick={props.onProceed}>
            Subscribe
          </Button>
          <span className="text-muted">{name}, billed monthly through PayPal. You can cancel at any time.</span>
        </p>
      )
    );
  if (changing)
    return (
      <p className="flex flex-wrap items-center gap-3">
        <Button variant="main" size="large" busy={busy} disabled={name === undefined} onClick={props.onProceed}>
          {name === undefined ? 'Choose a plan' : `Change to ${name}`}
        </Button>
        <Button size="large" onClick={props.onEndChange}>
          Cancel changes
        </Button>
        {selected === plans[0]?.type && <span className="text-muted">This ends your monthly charges.</span>}
      </p>
    );
  const own = plans.findIndex(({ type }) => type === current.plan);
  // A plan that is no longer offered continues, and has no upgrade, because it has no place among the offered plans.
  const better = own < 0 ? undefined : plans[own + 1];
  return (
    <p className="flex flex-wrap gap-3">
      {better && (
        <Button variant="main" onClick={() => props.onChange(better.type)}>
          Upgrade
        </Button>
      )}
      <Button onClick={() => props.onChange(null)}>Change subscription</Button>
      <Button variant="danger" onClick={props.onCancel}>
        Cancel subscription
      </Button>
    </p>
  );
}
