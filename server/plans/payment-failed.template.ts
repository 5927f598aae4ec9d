import type { ReactElement } from 'react';
import { action, greeting, mailLayout, paragraph } from '../mail/layout.ts';

/** A payment for a plan failed: until when it stays, and what to do; or that it ended. */
export const paymentFailedMail = (mail: {
  product: string;
  name: string;
  plan: string;
  /** The last day of grace; null when they are over. */
  until: string | null;
  base: string;
  url: string;
}): ReactElement => {
  const { product, name, plan, until, base, url } = mail;
  return until === null
    ? mailLayout(
        {
          product,
          preview: `You have ${base} now. What you uploaded stays.`,
          heading: `${plan} has ended`,
          why: 'you paid for a plan',
        },
        greeting(name),
        paragraph(
          `No payment for ${plan} arrived within the grace period, so it has ended, and you are not charged again.`,
        ),
        paragraph(`You have ${base} now. What you uploaded stays, and you can subscribe again at any time.`),
        action('Choose a plan', url),
      )
    : mailLayout(
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
};
