import type { Actor } from '../../platform/http/actor.ts';

/**
 * The recipient of a mail, as the viewer of the data in it, with no more rights than any other recipient of the same
 * kind of mail.
 */
export const recipient = (userId: string): Actor => ({
  userId,
  role: 'user',
  isCurator: false,
  hasAuth: true,
  lacksSecondFactor: false,
  isVerified: true,
  isVouched: true,
});
