import type { Actor } from '../http/actor.ts';

/** Whoever gets a mail, as the viewer of what it shows: with no more rights than anybody who gets one of its kind. */
export const recipient = (userId: string): Actor => ({
  userId,
  role: 'user',
  isCurator: false,
  hasAuth: true,
  lacksSecondFactor: false,
  isVerified: true,
  isVouched: true,
});
