import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { FreshSignIn } from '../../accounts/auth/fresh-sign-in.ts';
import { NewEmail } from '../profiles/profile-edit.ts';
import { Me } from '../../accounts/users/users.ts';
import { ById, requiredText } from '../../platform/lib/values.ts';

/**
 * Days for which the owner of the former address can undo a change, counted from the request and again from its
 * confirmation.
 */
export const UNDO_DAYS = 7;

/** Days before the request. Undoing a change also unlinks identities that were linked since then. */
export const UNLINK_DAYS = 7;

const ByToken = z.object({ token: z.string() });

export const cancelEmailChange = endpoint({
  method: 'DELETE',
  path: '/api/email-change',
  access: 'account',
  summary: 'Cancel a change of your own email; the link in the mail to the new address stops working',
  reply: Me,
});

export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/api/email-change/confirm/:token',
  secret: true,
  access: 'anyone',
  summary: 'Confirm an account’s new email once, by the token mailed to it',
  params: ByToken,
  reply: z.object({ message: z.string(), email: z.string() }),
  perMinute: 20,
});

/**
 * `token` was mailed to the former address. The identities that are unlinked are those linked since seven days before the
 * request (`UNLINK_DAYS`); `resetToken` allows setting a new password.
 */
export const undoEmailChange = endpoint({
  method: 'POST',
  path: '/api/email-change/undo/:token',
  secret: true,
  access: 'anyone',
  summary:
    'Undo an email change once, end all sessions, unlink recent identities, and return a token for a new password',
  params: ByToken,
  reply: z.object({
    message: z.string(),
    email: z.string(),
    resetToken: z.string(),
    /** True if identities were unlinked. */
    unlinked: z.boolean(),
  }),
  perMinute: 20,
});

/** An administrator's change of an email. The form validates with it, too. */
export const EmailOfForm = z.object({
  email: NewEmail,
  /** Shown to the owner of the account. */
  reason: requiredText(500, 'Reason is required.'),
});

export const changeEmailOf = endpoint({
  method: 'PUT',
  path: '/api/users/:id/email',
  secret: true,
  access: 'admin',
  summary:
    'Request a new email for another account, with a reason; the new address must confirm, the old one is notified',
  params: ById,
  body: z.object({ ...EmailOfForm.shape, ...FreshSignIn }),
  freshSignIn: { by: 'password' },
  reply: Me,
});
