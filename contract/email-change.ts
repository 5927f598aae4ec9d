import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { FreshSignIn } from './fresh-sign-in.ts';
import { NewEmail } from './profile-edit.ts';
import { Me } from './users.ts';
import { ById, requiredText } from './values.ts';

/** Days for which the former address can take a change back, from the request and again from its confirmation. */
export const UNDO_DAYS = 7;

/** Days before the request. Taking a change back unlinks identities that were linked since then. */
export const UNLINK_DAYS = 7;

const ByToken = z.object({ token: z.string() });

export const cancelEmailChange = endpoint({
  method: 'DELETE',
  path: '/api/email-change',
  access: 'account',
  summary: 'Keep one’s email: the link in the mail to the new one stops working',
  reply: Me,
});

export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/api/email-change/confirm/:token',
  secret: true,
  access: 'anyone',
  summary: 'Give an account its new email, by the token mailed there, once',
  params: ByToken,
  reply: z.object({ message: z.string(), email: z.string() }),
  perMinute: 20,
});

export const undoEmailChange = endpoint({
  method: 'POST',
  path: '/api/email-change/undo/:token',
  secret: true,
  access: 'anyone',
  summary:
    'Take a change of email back, by the token mailed to the former one, once; ends all sessions, unlinks what was linked elsewhere since seven days before it, and gives a token for a new password',
  params: ByToken,
  reply: z.object({
    message: z.string(),
    email: z.string(),
    resetToken: z.string(),
    /** Identities were unlinked. */
    unlinked: z.boolean(),
  }),
  perMinute: 20,
});

/** An administrator's change of an email. The form validates with it, too. */
export const EmailOfForm = z.object({
  email: NewEmail,
  /** The owner reads it. */
  reason: requiredText(500, 'Reason is required.'),
});

export const changeEmailOf = endpoint({
  method: 'PUT',
  path: '/api/users/:id/email',
  secret: true,
  access: 'admin',
  summary:
    'Change the email of somebody else’s account, with a reason; it waits until the link in the mail to it is opened, and the former one is told',
  params: ById,
  body: z.object({ ...EmailOfForm.shape, ...FreshSignIn }),
  freshSignIn: { by: 'password' },
  reply: Me,
});
