import { isId } from '@scoville/contract/values.ts';
import type { Me } from '@scoville/contract/users.ts';
import * as z from 'zod/mini';
import { listsOf } from './entries.ts';
import { draftKey, forgetDraft } from './forget-draft.ts';
import { formOf } from './profile-form.ts';

/** What was typed and not saved: fields that differ, lists that differ, and what stands in drawers that are open. */
const Draft = z.object({
  fields: z.record(z.string(), z.union([z.string(), z.boolean()])),
  lists: z.record(z.string(), z.array(z.looseObject({ id: z.string() }))),
  drawers: z.record(z.string(), z.looseObject({ id: z.string() })),
  /** What the account had, as JSON, where a field, a list or a drawer began to differ from it. */
  bases: z.optional(z.record(z.string(), z.string())),
});
export type Draft = z.infer<typeof Draft>;

/** The draft of this account in this browser, or null; damaged content counts as none. */
export function readDraft(accountId: string): Draft | null {
  try {
    return z.parse(Draft, JSON.parse(localStorage.getItem(draftKey(accountId)) ?? 'null'));
  } catch {
    return null;
  }
}

/**
 * What of a draft still fits the account as it is now. A field or a list that was changed since, as on another device,
 * would be overwritten by a draft that began before: that draft, and its entry in a drawer, is left out. Pure.
 */
export function fittingDraft(draft: Draft, me: Me): Draft {
  const now: Record<string, unknown> = { ...formOf(me), ...listsOf(me) };
  const fits = (name: string) => draft.bases?.[name] === JSON.stringify(now[name]);
  // Once a username is claimed, it is no field any more.
  const isField = (name: string) => name !== 'username' || me.username === null;
  return {
    ...draft,
    fields: Object.fromEntries(Object.entries(draft.fields).filter(([name]) => fits(name) && isField(name))),
    lists: Object.fromEntries(Object.entries(draft.lists).filter(([name]) => fits(name))),
    // A new entry takes no other's place.
    drawers: Object.fromEntries(Object.entries(draft.drawers).filter(([name, { id }]) => fits(name) || !isId(id))),
  };
}

/** Keeps it for the case that the browser ends; an empty one is forgotten. */
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
