import { zodResolver } from '@hookform/resolvers/zod';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { keepTyped } from '../../../platform/forms/keep-typed.ts';
import type { Draft } from './draft.ts';
import { type Lists, changedLists } from './entries.ts';
import { ProfileForm, changedFields, changesOf, formOf } from './profile-form.ts';
import { useEntryPictures } from './use-entry-pictures.ts';
import { useLists } from './use-lists.ts';

/** The values and lists that the current save has sent. */
export interface Sent {
  values: ProfileForm;
  lists: Lists;
}

export type EditedProfile = ReturnType<typeof useEditedProfile>;

/** The form's fields. A username that was claimed, for example in another tab, is no longer a field and is left out. */
const ownFields = (me: Me, form: ProfileForm): ProfileForm => (me.username === null ? form : { ...form, username: '' });

/** A profile while it is edited: its fields, lists and pictures, and how they differ from the saved profile. */
export function useEditedProfile(me: Me, draft: Draft | null) {
  // The values at the start of editing, and not those that another device saved since: a field that the user hasn't
  // touched here must not be sent.
  const [base, setBase] = useState(() => formOf(me));
  const form = useForm<ProfileForm>({
    mode: 'onTouched',
    resolver: zodResolver(ProfileForm),
    defaultValues: { ...formOf(me), ...draft?.fields },
  });
  const edited = useLists(me, draft);
  const pictures = useEntryPictures(me);
  // `useWatch` returns partial values, but all fields exist from the start.
  const values = ownFields(me, useWatch({ control: form.control }) as ProfileForm);
  const fields = changedFields(base, values);
  const lists = edited.changed();
  // The picture of an entry that was removed again isn't kept.
  const shown = [...edited.lists.albums, ...edited.lists.bands, edited.drawers.albums, edited.drawers.bands];
  const hasPicture = pictures.waiting.some((waits) => shown.some((entry) => entry?.id === waits));
  useEffect(() => {
    if (draft !== null) void form.trigger();
  }, [draft, form]);

  return {
    form,
    edited,
    pictures,
    values,
    isEmailChanged: 'email' in fields,
    isChanged: edited.isTyping || hasPicture || Object.keys(fields).length > 0 || Object.keys(lists).length > 0,
    /** Whether there are changes that `sent` doesn't include. */
    hasChangedSince: (sent: Sent): boolean =>
      edited.isTyping ||
      Object.keys(changedFields(ownFields(me, sent.values), values)).length > 0 ||
      Object.keys(changedLists(sent.lists, edited.lists)).length > 0,
    typed: (): Draft => {
      const drawers = edited.isTyping ? edited.drawers : {};
      const before = Object.entries(base).map(([name, value]) => [name, JSON.stringify(value)]);
      const bases = { ...Object.fromEntries(before.filter(([name = '']) => name in fields)), ...edited.bases() };
      return { fields, lists, drawers, bases } as Draft;
    },
    /** The changed fields, in the form of the call's body. */
    changesIn: (sentValues: ProfileForm) => changesOf(base, ownFields(me, sentValues)),
    /** Resets the form to the account's values. */
    reset: () => {
      form.reset(formOf(me));
      setBase(formOf(me));
      edited.reset(me);
      pictures.discard();
    },
    /** Continues from the account's current values. Input since `sent` is kept, for the next save. */
    goOn: (account: Me, sent: Sent, savedIds: ReadonlyMap<string, string>) => {
      const now = formOf(account);
      keepTyped(form, ownFields(account, sent.values), now, ownFields(account, form.getValues()));
      setBase(now);
      edited.goOn(account, sent.lists, savedIds);
    },
  };
}
