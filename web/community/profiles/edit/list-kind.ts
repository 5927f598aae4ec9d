import type { ReactNode } from 'react';
import type { FieldValues, Resolver, UseFormReturn } from 'react-hook-form';
import type { Entry } from './entries.ts';

/** The fields of an entry's drawer: all but its id. */
export type FieldsOf<E extends Entry> = Omit<E, 'id'> & FieldValues;

/** The name of a profile's list, and how its entries are shown and edited. */
export interface ListKind<E extends Entry> {
  title: string;
  /** Shown while the list is empty. */
  none: string;
  /** The label of the button that adds an entry. */
  add: string;
  /** The name of one entry, as in "Edit band". */
  one: string;
  empty: FieldsOf<E>;
  resolver: Resolver<FieldsOf<E>>;
  heading: (entry: E) => string;
  detail: (entry: E) => string;
  fields: (form: UseFormReturn<FieldsOf<E>>) => ReactNode;
  /** The kind of picture that an entry has, if it has any. */
  picture?: 'album' | 'band';
}
