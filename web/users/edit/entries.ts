import { isId } from '@scoville/contract/values.ts';
import type { Me } from '@scoville/contract/users.ts';
import type { ProfileChange } from './profile-form.ts';

/** An entry of a list; one that is not saved yet has a name of ours for its id. */
export interface Entry {
  id: string;
}
export interface AlbumEntry extends Entry {
  title: string;
  releaseDate: string;
  websiteUrl: string;
  credits: string;
}
interface Period {
  startDate: string;
  endDate: string | null;
}
export interface BandEntry extends Entry, Period {
  name: string;
  currentMember: boolean;
  notes: string;
}
export interface ProfessionEntry extends Entry, Period {
  company: string;
  title: string;
  currentEmployee: boolean;
}
export interface SchoolEntry extends Entry, Period {
  name: string;
  field: string;
  degree: string;
  currentStudent: boolean;
  loc: string;
}
export interface DonationEntry extends Entry {
  appName: string;
  username: string;
}
export interface ContactEntry extends Entry {
  title: string;
  info: string;
}

/** All lists of a profile, as they are edited. */
export interface Lists {
  donationMethods: readonly DonationEntry[];
  contactMethods: readonly ContactEntry[];
  albums: readonly AlbumEntry[];
  bands: readonly BandEntry[];
  schools: readonly SchoolEntry[];
  professions: readonly ProfessionEntry[];
}
export type ListName = keyof Lists;
export const LIST_NAMES = [
  'donationMethods',
  'contactMethods',
  'albums',
  'bands',
  'schools',
  'professions',
] as const satisfies readonly ListName[];

export const listsOf = (me: Me): Lists => ({
  donationMethods: me.donationMethods,
  contactMethods: me.contactMethods,
  albums: me.albums.map(({ id, title, releaseDate, websiteUrl, credits }) => ({
    id,
    title,
    releaseDate,
    websiteUrl,
    credits,
  })),
  bands: me.bands.map(({ id, name, startDate, endDate, currentMember, notes }) => ({
    id,
    name,
    startDate,
    endDate,
    currentMember,
    notes,
  })),
  schools: me.schools,
  professions: me.professions,
});

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The lists that differ from what they were. Pure. */
export function changedLists(before: Lists, lists: Lists): Partial<Lists> {
  return Object.fromEntries(
    LIST_NAMES.filter((name) => !isSame(before[name], lists[name])).map((name) => [name, lists[name]]),
  );
}

/** Lists as the call wants them: what is new has no id. */
export const sentLists = (lists: Partial<Lists>): ProfileChange =>
  Object.fromEntries(
    Object.entries(lists).map(([name, entries]) => [
      name,
      (entries as readonly Entry[]).map(({ id, ...entry }) => (isId(id) ? { id, ...entry } : entry)),
    ]),
  ) as ProfileChange;

let made = 0;
/** An id for an entry that is not saved yet; of this page alone. */
export const newEntryId = (): string => `new-${Date.now().toString(36)}-${(made += 1)}`;
