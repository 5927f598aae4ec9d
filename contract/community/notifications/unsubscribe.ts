import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Email } from '../../platform/lib/email.ts';

/** The form on the unsubscribe screen. */
export const UnsubscribeForm = z.object({ email: Email });

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/users/unsubscribe',
  access: 'anyone',
  summary: 'Stop all mail to an address except about its account; without proof of the address, mail a link first',
  body: z.object({
    /** In the same spelling as in the link, because its token proves this spelling. */
    email: z
      .string('Please enter a valid email.')
      .check(z.refine((given) => z.safeParse(Email, given).success, 'Please enter a valid email.')),
    /** From the link in a mail to this address. Not needed if the account of this address is signed in. */
    token: z.optional(z.string().check(z.maxLength(100))),
  }),
  /**
   * `confirmed` is true if it is done. Otherwise, the owner of the address must first open the link that was mailed to
   * it.
   */
  reply: z.object({ message: z.string(), confirmed: z.boolean() }),
  perMinute: 30,
});
