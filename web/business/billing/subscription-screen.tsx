import { plans as plansCall } from '@scoville/contract/accounts/plans.ts';
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { meQuery, queryOf, useSettings } from '../../platform/lib/query.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { PlanActions } from './plan-actions.tsx';
import { PlanList } from './plan-list.tsx';
import { PlanNotices } from './plan-notices.tsx';
import { PlanTable } from './plan-table.tsx';
import { paidPlanQuery, useCancelPlan, useChoosePlan } from './billing.calls.ts';
import { useConfirmation } from './use-confirmation.ts';
import { useFreshPage } from './use-fresh-page.ts';
import { usePlanChoice } from './use-plan-choice.ts';

const plansQuery = queryOf(plansCall, {});

/** The plans beside each other: marks the viewer's own, and lets the viewer choose, change or cancel a plan. */
export function SubscriptionScreen() {
  const me = useSuspenseQuery(meQuery()).data;
  const { subscriptions } = useSettings();
  const { plans, forSale } = useSuspenseQuery(plansQuery).data;
  const { current, pending, assigned } = useSuspenseQuery(paidPlanQuery()).data;
  const { selected, isChanging, isCancelling, ...choice } = usePlanChoice(current);
  const choose = useChoosePlan();
  const cancel = useCancelPlan();
  const confirmation = useConfirmation();
  useFreshPage();
  const [base] = plans;
  const free = plans.find(({ type }) => type === subscriptions.basePlan);
  if (me === null || base === undefined) return null;

  const isSelectable = (type: string): boolean => {
    if (!forSale) return false;
    return current === null ? type !== base.type && type !== me.plan : isChanging && type !== current.plan;
  };
  const proceed = () => {
    if (selected === base.type) choice.startCancel();
    else if (selected !== null) choose.mutate({ plan: selected, current });
  };
  const confirmCancel = () => {
    if (current === null) return;
    if (selected === base.type) choose.mutate({ plan: base.type, current }, { onSettled: choice.endCancel });
    else cancel.mutate(current, { onSettled: choice.endCancel });
  };
  return (
    <div className="flex flex-col gap-8 py-8">
      <header className="flex flex-col gap-2">
        <h1 className="text-head">Subscription</h1>
        {!forSale && (
          <p className="text-pretty text-muted">
            This installation does not accept payments: everybody has the {free?.displayName ?? base.displayName} plan
            unless an administrator assigns another.
          </p>
        )}
      </header>
      <PlanNotices
        plans={plans}
        current={current}
        pending={pending}
        assigned={assigned}
        confirmation={confirmation?.id === pending?.id ? confirmation : null}
        busy={cancel.isPending}
        onDiscard={() => pending && cancel.mutate(pending)}
      />
      <PlanList plans={plans} own={me.plan} selected={selected} isSelectable={isSelectable} onSelect={choice.select} />
      {forSale && (
        <PlanActions
          plans={plans}
          current={current}
          selected={selected}
          changing={isChanging}
          busy={choose.isPending || choose.isSuccess}
          onChange={choice.startChange}
          onProceed={proceed}
          onEndChange={choice.endChange}
          onCancel={choice.startCancel}
        />
      )}
      <PlanTable plans={plans} />
      {isCancelling && current && (
        <CancelDialog
          base={base}
          plan={plans.find(({ type }) => type === current.plan)}
          busy={cancel.isPending || choose.isPending}
          onConfirm={confirmCancel}
          onClose={choice.endCancel}
        />
      )}
    </div>
  );
}

/** Fetches the screen's data in parallel with its code; the screen shows any failure. */
SubscriptionScreen.load = (client: QueryClient) =>
  Promise.allSettled([client.ensureQueryData(plansQuery), client.ensureQueryData(paidPlanQuery())]);
