import type { ChosenPlan } from '@scoville/contract/business/billing/paid-plans.ts';
import type { Plan } from '@scoville/contract/accounts/plans.ts';
import type { ReactNode } from 'react';
import { dayText } from '../../platform/lib/format.ts';
import { Button, buttonClass } from '../../platform/ui/button.tsx';
import type { Confirmation } from './use-confirmation.ts';

interface PlanNoticesProps {
  plans: readonly Plan[];
  current: ChosenPlan | null;
  pending: ChosenPlan | null;
  /** The plan that an administrator gave the viewer instead of the paid one; null for none. */
  assigned: string | null;
  /** The confirmation of the pending plan, if the user has just returned from approving it; otherwise null. */
  confirmation: Confirmation | null;
  busy: boolean;
  onDiscard: () => void;
}

/** Notices that need the viewer's attention: a missing approval, a failed payment, the next charge. */
export function PlanNotices({ plans, current, pending, assigned, confirmation, busy, onDiscard }: PlanNoticesProps) {
  const nameOf = (type: string) => plans.find((plan) => plan.type === type)?.displayName ?? type;
  return (
    <>
      {current?.graceUntil && (
        <Notice>
          The last payment for {nameOf(current.plan)} failed. Your plan stays until {dayText(current.graceUntil)}:
          update your payment method on PayPal before then.
        </Notice>
      )}
      {assigned !== null && (
        <Notice>
          An administrator gave you the {nameOf(assigned)} plan.{' '}
          {current === null
            ? 'You are not charged for it. It stays until you subscribe to a plan, or an administrator assigns another.'
            : `You go on paying for ${nameOf(current.plan)}, as before: your plan stays ${nameOf(assigned)} until you change or cancel that subscription, or an administrator assigns another.`}
        </Notice>
      )}
      {current?.graceUntil === null && current.nextBillingOn !== null && (
        <p className="text-muted">The next payment is due on {dayText(current.nextBillingOn)}.</p>
      )}
      {pending && confirmation && !confirmation.isPolling && (
        <Notice>
          <p>PayPal has not confirmed it yet. Your plan begins as soon as it does, even if you leave this page.</p>
          <p className="mt-3">
            <Button onClick={confirmation.onPollAgain}>Check again</Button>
          </p>
        </Notice>
      )}
      {pending && confirmation?.isPolling && (
        <Notice>
          <p>
            PayPal is confirming your payment for {nameOf(pending.plan)}. Your plan begins as soon as it does: this may
            take a few minutes.
          </p>
        </Notice>
      )}
      {pending && !confirmation && (
        <Notice>
          {pending.firstPaymentFailed ? (
            <p>
              The first payment for {nameOf(pending.plan)} failed. PayPal will try again automatically; you can discard
              this choice or choose another plan.
            </p>
          ) : (
            <p>
              {nameOf(pending.plan)} is pending: its payment has not been approved yet.
              {current && ` You keep ${nameOf(current.plan)} until it is.`}
            </p>
          )}
          <p className="mt-3 flex flex-wrap gap-3">
            {pending.approveUrl !== null && (
              <a href={pending.approveUrl} className={buttonClass('outline')}>
                Continue to PayPal
              </a>
            )}
            <Button variant="plain" busy={busy} onClick={onDiscard}>
              Discard
            </Button>
          </p>
        </Notice>
      )}
    </>
  );
}

const Notice = ({ children }: { children: ReactNode }) => (
  <div role="status" className="rounded-cover border border-line bg-surface p-4 text-pretty break-words">
    {children}
  </div>
);
