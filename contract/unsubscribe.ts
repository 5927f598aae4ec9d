import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Email } from './email.ts';

/** The form of the screen. */
export const UnsubscribeForm = z.object({ email: Email });

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/users/unsubscribe',
  access: 'anyone',
  summary:
    'Stop all mail to an address but what concerns its account; a link that proves the address is mailed to it first',
  body: z.object({
    /** As the link has it: its token proves this spelling. */
    email: z
      .string('Please enter a valid email.')
      .check(z.refine((given) => z.safeParse(Email, given).success, 'Please enter a valid email.')),
    /** From the link of a mail to this address. Its own account, signed in, needs none. */
    token: z.optional(z.string().check(z.maxLength(100))),
  }),
  /** `confirmed`: it is done. Otherwise whoever reads mail at the address has to open the link that is sent there. */
  reply: z.object({ message: z.string(), confirmed: z.boolean() }),
  perMinute: 30,
});
