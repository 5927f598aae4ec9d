import * as z from 'zod/mini';

/** What was typed and not saved: fields that differ, lists that differ, and what stands in drawers that are open. */
const Draft = z.object({
  fields: z.record(z.string(), z.union([z.string(), z.boolean()])),
  lists: z.record(z.string(), z.array(z.looseObject({ id: z.string() }))),
  drawers: z.record(z.string(), z.looseObject({ id: z.string() })),
});
export type Draft = z.infer<typeof Draft>;

const keyOf = (accountId: string): string => `profile-draft ${accountId}`;

/** The draft of this account in this browser, or null; damaged content counts as none. */
export function readDraft(accountId: string): Draft | null {
  try {
    return z.parse(Draft, JSON.parse(localStorage.getItem(keyOf(accountId)) ?? 'null'));
  } catch {
    return null;
  }
}

/** Keeps it for the case that the browser ends; an empty one is forgotten. */
export function writeDraft(accountId: string, draft: Draft): void {
  const isEmpty = Object.values(draft).every((part) => Object.keys(part).length === 0);
  try {
    if (isEmpty) localStorage.removeItem(keyOf(accountId));
    else localStorage.setItem(keyOf(accountId), JSON.stringify(draft));
  } catch (error) {
    console.warn('What was typed could not be kept for a reload.', error);
  }
}

export const forgetDraft = (accountId: string): void => writeDraft(accountId, { fields: {}, lists: {}, drawers: {} });
