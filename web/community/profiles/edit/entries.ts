import { type Began, mergeEntries } from '@scoville/contract/platform/lib/merge-entries.ts';
import { isId } from '@scoville/contract/platform/lib/values.ts';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import type { ProfileChange } from './profile-form.ts';

/** An entry of a list. Until it is saved, its id is a temporary one from `newEntryId`. */
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

/** All lists of a profile, in the form in which they are edited. */
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

/** The lists that differ from their earlier state. Pure. */
export function changedLists(before: Lists, lists: Lists): Partial<Lists> {
  return Object.fromEntries(
    LIST_NAMES.filter((name) => !isSame(before[name], lists[name])).map((name) => [name, lists[name]]),
  );
}

/** The state from which a list was edited: the ids of its entries, and which of those entries changed. Pure. */
function beganOf(before: readonly Entry[], entries: readonly Entry[]): Began {
  const known = new Map(before.map((entry) => [entry.id, entry as object as Record<string, unknown>]));
  const isChanged = (entry: Entry) => {
    const former = known.get(entry.id);
    return former !== undefined && Object.entries(entry).some(([field, value]) => value !== former[field]);
  };
  return { ids: [...known.keys()], changed: entries.filter(isChanged).map(({ id }) => id) };
}

/**
 * The lists in the form of the call's body, with the state from which they were edited. New entries have no id. Pure.
 */
export function toListsBody(before: Lists, lists: Partial<Lists>): ProfileChange {
  const given = Object.entries(lists) as [ListName, readonly Entry[]][];
  if (given.length === 0) return {};
  const sent = given.map(([name, entries]) => [
    name,
    entries.map(({ id, ...entry }) => (isId(id) ? { id, ...entry } : entry)),
  ]);
  const editedFrom = Object.fromEntries(given.map(([name, entries]) => [name, beganOf(before[name], entries)]));
  return { ...(Object.fromEntries(sent) as ProfileChange), editedFrom };
}

/**
 * Returns pairs of the old and the new id for those of a list's entries that got a new id when `entries`, edited from
 * `before`, were saved. The server keeps the order of new entries, and puts them before entries that other devices
 * added. An entry that was edited here but removed on another device counts as new, too. Pure.
 */
export function findReplacedIds(
  before: readonly Entry[],
  entries: readonly Entry[],
  saved: readonly Entry[],
): (readonly [string, string])[] {
  const { ids, changed } = beganOf(before, entries);
  const sent = new Set(entries.map(({ id }) => id));
  const there = new Set(saved.map(({ id }) => id));
  const made = saved.filter(({ id }) => !sent.has(id));
  const isMade = ({ id }: Entry) => !there.has(id) && (!ids.includes(id) || changed.includes(id));
  return entries.filter(isMade).map(({ id }, at) => [id, made[at]?.id ?? id] as const);
}

/** Merges a list that was edited further since `sent` with the account's current list. Pure. */
export const mergeFurtherEdits = <E extends Entry>(sent: readonly E[], entries: readonly E[], now: readonly E[]): E[] =>
  mergeEntries(entries, now, beganOf(sent, entries));

let made = 0;
/** An id for an entry that is not saved yet, unique within this page. */
export const newEntryId = (): string => `new-${Date.now().toString(36)}-${(made += 1)}`;
