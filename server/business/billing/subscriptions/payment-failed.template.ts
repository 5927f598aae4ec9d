import type { ReactElement } from 'react';
import { action, greeting, mailLayout, paragraph } from '../../../platform/mail/layout.ts';

/** The first payment for a plan failed, or a later one, or none arrived within the grace period. */
export type PaymentFailure = 'first' | 'later' | 'over';

/**
 * The mail about a failed payment: whether the plan hasn't begun, how long it is kept, or that it ended; and what to
 * do.
 */
export const paymentFailedMail = (mail: {
  product: string;
  name: string;
  plan: string;
  what: PaymentFailure;
  /** The last day of the grace period; null unless a later payment failed. */
  until: string | null;
  base: string;
  url: string;
}): ReactElement => {
  const { product, name, plan, what, until, base, url } = mail;
  switch (what) {
    case 'first':
      return mailLayout(
        {
          product,
          preview: `${plan} has not begun yet.`,
          heading: 'The first payment failed',
          why: 'you chose a plan',
        },
        greeting(name),
        paragraph(`PayPal could not collect the first payment for ${plan}, so your plan has not begun yet.`),
        paragraph(
          'PayPal will try again automatically: check your payment method there. You can also discard this choice, or choose another plan.',
        ),
        action('Your subscription', url),
      );
    case 'later':
      return mailLayout(
        {
          product,
          preview: `${plan} stays until ${until}.`,
          heading: 'A payment failed',
          why: 'you pay for a plan',
        },
        greeting(name),
        paragraph(
          `PayPal could not collect the payment for ${plan}. Nothing has changed yet: your plan stays until ${until}.`,
        ),
        paragraph('PayPal will try again. Update your payment method there before then.'),
        action('Your subscription', url),
      );
    case 'over':
      return mailLayout(
        {
          product,
          preview: `You are now on the ${base} plan. Your uploads are kept.`,
          heading: `${plan} has ended`,
          why: 'you paid for a plan',
        },
        greeting(name),
        paragraph(
          `No payment for ${plan} arrived within the grace period, so it has ended, and you are not charged again.`,
        ),
        paragraph(`You are now on the ${base} plan. Your uploads are kept, and you can subscribe again at any time.`),
        action('Choose a plan', url),
      );
  }
};
