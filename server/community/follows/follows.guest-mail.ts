import type { GuestMail } from '../notifications/guest-mail.ts';
import { findGuestAddress, removeGuestFollows } from './follows.queries.ts';

/** Mail to guests who subscribed with only an address. */
export const followsGuestMail: GuestMail = { findAddress: findGuestAddress, stop: removeGuestFollows };
