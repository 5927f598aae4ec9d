import { Email } from '@scoville/contract/platform/lib/email.ts';
import { cleanText } from '@scoville/contract/platform/lib/clean-text.ts';
import { shortenToCodePoints } from '@scoville/contract/platform/lib/shorten.ts';
import * as z from 'zod/mini';
import type { Claims } from './provider.ts';

/** An address as a sign-up would take it; null for anything else that a provider calls one. */
export function usableEmail(email: string | null): string | null {
  const parsed = z.safeParse(Email, email);
  return parsed.success && cleanText(parsed.data) === parsed.data ? parsed.data : null;
}

/** Names as a sign-up would take them; who has none there can change these. */
export function usableName({ firstName, lastName }: Claims): { firstName: string; lastName: string } {
  const cut = (name: string) => shortenToCodePoints(cleanText(name), 80).trim();
  return { firstName: cut(firstName) || 'New', lastName: cut(lastName) || 'Member' };
}
