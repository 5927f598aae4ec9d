import type { BodyInput } from '@scoville/contract/platform/http/endpoint.ts';
import { City, ProfileFields, type updateUser } from '@scoville/contract/community/profiles/profile-edit.ts';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import * as z from 'zod/mini';

/** The changes of a profile that one save sends. */
export type ProfileChange = BodyInput<typeof updateUser>;

/** A text field for a field of the call. Reports the errors of the call's schema at the text field. */
const lineFor = (schema: z.ZodMiniType, read: (line: string) => unknown) =>
  z.string().check(({ value, issues }) => {
    for (const { message } of z.safeParse(schema, read(value)).error?.issues ?? [])
      issues.push({ code: 'custom', message, input: value });
  });

/**
 * The number in a text field, null if the text is empty, NaN if it is no number. "$1,200.50" is one; "75,50" is not.
 */
function numberIn(line: string): number | null {
  const bare = line.replaceAll(/[$\s]/g, '');
  if (bare === '') return null;
  return /^(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(bare) ? Number(bare.replaceAll(',', '')) : Number.NaN;
}
const nameIn = (line: string): string | undefined => (line === '' ? undefined : line);

const { shape } = ProfileFields;

/** The single fields of the form, as text or checkboxes. */
export const ProfileForm = z.object({
  firstName: lineFor(shape.firstName, (line) => line),
  lastName: lineFor(shape.lastName, (line) => line),
  displayName: lineFor(shape.displayName, (line) => line),
  email: lineFor(shape.email, (line) => line),
  /** Empty once the username is claimed, because it is no longer a field then. */
  username: lineFor(shape.username, nameIn),
  title: lineFor(shape.title, (line) => line),
  bio: lineFor(shape.bio, (line) => line),
  city: lineFor(City, (line) => line),
  state: z.string(),
  experience: lineFor(shape.experience, numberIn),
  hourlyRate: lineFor(shape.hourlyRate, numberIn),
  selfTaught: z.boolean(),
});
export type ProfileForm = z.infer<typeof ProfileForm>;

export const formOf = (me: Me): ProfileForm => ({
  firstName: me.firstName,
  lastName: me.lastName,
  displayName: me.displayName,
  email: me.email,
  username: '',
  title: me.title,
  bio: me.bio,
  city: me.address.city,
  state: me.address.state,
  experience: me.experience === null ? '' : String(me.experience),
  hourlyRate: me.hourlyRate === null ? '' : String(me.hourlyRate),
  selfTaught: me.selfTaught,
});

/** The fields that differ from the values at the start of editing. Pure. */
export function changedFields(base: ProfileForm, form: ProfileForm): Partial<ProfileForm> {
  const before: Record<string, unknown> = base;
  return Object.fromEntries(Object.entries(form).filter(([field, value]) => value !== before[field]));
}

/** The form's changes since the start of editing, in the form of the call's body; empty if nothing differs. Pure. */
export function changesOf(base: ProfileForm, form: ProfileForm): ProfileChange {
  const changed = changedFields(base, form);
  const differs = (...fields: (keyof ProfileForm)[]) => fields.some((field) => field in changed);
  const change: ProfileChange = {};
  for (const field of ['firstName', 'lastName', 'displayName', 'email', 'username', 'title', 'bio'] as const)
    if (differs(field)) change[field] = form[field];
  if (differs('city', 'state')) change.address = { city: form.city, state: form.state };
  if (differs('experience')) change.experience = numberIn(form.experience);
  if (differs('hourlyRate')) change.hourlyRate = numberIn(form.hourlyRate);
  if (differs('selfTaught')) change.selfTaught = form.selfTaught;
  return change;
}
