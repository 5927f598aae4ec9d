import { Email } from '@scoville/contract/platform/lib/email.ts';
import { cleanText } from '@scoville/contract/platform/lib/clean-text.ts';
import { shortenToCodePoints } from '@scoville/contract/platform/lib/shorten.ts';
import * as z from 'zod/mini';
import type { Claims } from './provider.ts';

/** A provider's address, if the sign-up would accept it; null otherwise. */
export function usableEmail(email: string | null): string | null {
  const parsed = z.safeParse(Email, email);
  return parsed.success && cleanText(parsed.data) === parsed.data ? parsed.data : null;
}

/**
 * A provider's names in the form that the sign-up accepts. Users without names there get default ones, which they can
 * change.
 */
export function usableName({ firstName, lastName }: Claims): { firstName: string; lastName: string } {
  const cut = (name: string) => shortenToCodePoints(cleanText(name), 80).trim();
  return { firstName: cut(firstName) || 'New', lastName: cut(lastName) || 'Member' };
}
