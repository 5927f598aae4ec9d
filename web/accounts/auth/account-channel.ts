import { type TabChannel, joinTabChannel } from '../../platform/lib/tab-channel.ts';

/**
 * Connects the tabs of a browser, so that all of them show the same account. A tab posts its account's id, or null for
 * a visitor.
 */
export const joinAccountChannel = (hear: (id: unknown) => void): TabChannel<string | null> =>
  joinTabChannel('account', hear);
