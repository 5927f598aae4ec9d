import type { BodyInput } from '@scoville/contract/endpoint.ts';
import { City, ProfileFields, type updateUser } from '@scoville/contract/profile-edit.ts';
import type { Me } from '@scoville/contract/users.ts';
import * as z from 'zod/mini';

/** What of a profile is changed by one save. */
export type ProfileChange = BodyInput<typeof updateUser>;

/** A line of text that stands for a field of the call: what the call would say of it is said at the line. */
const lineFor = (schema: z.ZodMiniType, read: (line: string) => unknown) =>
  z.string().check(({ value, issues }) => {
    for (const { message } of z.safeParse(schema, read(value)).error?.issues ?? [])
      issues.push({ code: 'custom', message, input: value });
  });

/** The number in a line, null for an empty one, NaN for what is no number. "$1,200.50" is one; "75,50" is not. */
function numberIn(line: string): number | null {
  const bare = line.replaceAll(/[$\s]/g, '');
  if (bare === '') return null;
  return /^(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(bare) ? Number(bare.replaceAll(',', '')) : Number.NaN;
}
const nameIn = (line: string): string | undefined => (line === '' ? undefined : line);

const { shape } = ProfileFields;

/** The single fields of the form, all of them text or boxes. */
export const ProfileForm = z.object({
  firstName: lineFor(shape.firstName, (line) => line),
  lastName: lineFor(shape.lastName, (line) => line),
  displayName: lineFor(shape.displayName, (line) => line),
  email: lineFor(shape.email, (line) => line),
  /** Empty once it is claimed: then it is no field any more. */
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

/** The fields that differ from what the editing began with. Pure. */
export function changedFields(base: ProfileForm, form: ProfileForm): Partial<ProfileForm> {
  const before: Record<string, unknown> = base;
  return Object.fromEntries(Object.entries(form).filter(([field, value]) => value !== before[field]));
}

/** What of a form differs from what the editing began with, as the call wants it; empty when nothing does. Pure. */
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
