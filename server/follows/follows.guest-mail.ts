import type { GuestMail } from '../notifications/guest-mail.ts';
import { findGuestAddress, removeGuestFollows } from './follows.queries.ts';

/** What guests are told who subscribed with an address alone. */
export const followsGuestMail: GuestMail = { findAddress: findGuestAddress, stop: removeGuestFollows };
