import type { ReactNode } from 'react';
import type { FieldValues, Resolver, UseFormReturn } from 'react-hook-form';
import type { Entry } from './entries.ts';

/** What the drawer of an entry edits: all but its id. */
export type FieldsOf<E extends Entry> = Omit<E, 'id'> & FieldValues;

/** One of the lists of a profile: what it is called, and how an entry of it is shown and edited. */
export interface ListKind<E extends Entry> {
  title: string;
  /** Shown while nothing is in it. */
  none: string;
  /** The button for a new one. */
  add: string;
  /** What one is called, as in "Edit band". */
  one: string;
  empty: FieldsOf<E>;
  resolver: Resolver<FieldsOf<E>>;
  heading: (entry: E) => string;
  detail: (entry: E) => string;
  fields: (form: UseFormReturn<FieldsOf<E>>) => ReactNode;
  /** The kind of picture that an entry has, if it has any. */
  picture?: 'album' | 'band';
}
