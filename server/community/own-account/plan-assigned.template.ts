import type { ReactElement } from 'react';
import { action, greeting, mailLayout, paragraph } from '../../platform/mail/layout.ts';

export interface PlanAssignedMail {
  product: string;
  name: string;
  /** The plan that the account had. */
  before: string;
  plan: string;
  /** It's the base plan, for accounts without another plan. */
  isBase: boolean;
  /** The plan that the account keeps paying for; null for none. */
  paidPlan: string | null;
  url: string;
  contactUrl: string;
}

/** The mail about a plan that an administrator assigned, and whether it changes the account's payments. */
export const planAssignedMail = (mail: PlanAssignedMail): ReactElement =>
  mailLayout(
    {
      product: mail.product,
      preview: `An administrator changed it from ${mail.before}.`,
      heading: `Your plan is now ${mail.plan}`,
    },
    greeting(mail.name),
    paragraph(
      `An administrator of ${mail.product} changed your plan from ${mail.before} to ${mail.plan}. Its limits and perks apply already, and your uploads are kept.`,
    ),
    chargesOf(mail),
    action('Your subscription', mail.url),
    paragraph(`If you think that this is a mistake, write to us: ${mail.contactUrl}`),
  );

function chargesOf({ plan, isBase, paidPlan }: PlanAssignedMail): ReactElement {
  if (paidPlan === plan) return paragraph('This is the plan that you pay for through PayPal.');
  if (paidPlan !== null)
    return paragraph(
      `You go on paying for ${paidPlan} through PayPal, as before: this does not change your subscription. The plan that you were given stays until that subscription changes or ends, or an administrator assigns another.`,
    );
  return paragraph(
    isBase
      ? 'You are not charged for it, and you can subscribe to another plan at any time.'
      : 'You are not charged for it. It stays until you subscribe to a plan, or an administrator assigns another.',
  );
}
