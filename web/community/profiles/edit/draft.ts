import { isId } from '@scoville/contract/platform/lib/values.ts';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import * as z from 'zod/mini';
import { listsOf } from './entries.ts';
import { draftKey, forgetDraft } from './forget-draft.ts';
import { formOf } from './profile-form.ts';

/** Unsaved input: the fields and lists that differ from the account, and the entries in open drawers. */
const Draft = z.object({
  fields: z.record(z.string(), z.union([z.string(), z.boolean()])),
  lists: z.record(z.string(), z.array(z.looseObject({ id: z.string() }))),
  drawers: z.record(z.string(), z.looseObject({ id: z.string() })),
  /** The account's value, as JSON, from which each edited field, list or drawer started. */
  bases: z.optional(z.record(z.string(), z.string())),
});
export type Draft = z.infer<typeof Draft>;

/** The draft of this account in this browser; null if none is stored or its content is damaged. */
export function readDraft(accountId: string): Draft | null {
  try {
    return z.parse(Draft, JSON.parse(localStorage.getItem(draftKey(accountId)) ?? 'null'));
  } catch {
    return null;
  }
}

/**
 * The parts of a draft that still fit the account. If a field or list was changed since, for example on another device,
 * the older draft would overwrite it, so that part of the draft and its open drawer are left out. Pure.
 */
export function fittingDraft(draft: Draft, me: Me): Draft {
  const now: Record<string, unknown> = { ...formOf(me), ...listsOf(me) };
  const fits = (name: string) => draft.bases?.[name] === JSON.stringify(now[name]);
  // A claimed username is no longer a field.
  const isField = (name: string) => name !== 'username' || me.username === null;
  return {
    ...draft,
    fields: Object.fromEntries(Object.entries(draft.fields).filter(([name]) => fits(name) && isField(name))),
    lists: Object.fromEntries(Object.entries(draft.lists).filter(([name]) => fits(name))),
    // A new entry overwrites no other entry, so it always fits.
    drawers: Object.fromEntries(Object.entries(draft.drawers).filter(([name, { id }]) => fits(name) || !isId(id))),
  };
}

/** Stores a draft in case the browser is closed. An empty draft is removed. */
export function writeDraft(accountId: string, draft: Draft): void {
  const { fields, lists, drawers } = draft;
  const isEmpty = [fields, lists, drawers].every((part) => Object.keys(part).length === 0);
  if (isEmpty) return forgetDraft(accountId);
  try {
    localStorage.setItem(draftKey(accountId), JSON.stringify(draft));
  } catch (error) {
    console.warn('What was typed could not be kept for a reload.', error);
  }
}
