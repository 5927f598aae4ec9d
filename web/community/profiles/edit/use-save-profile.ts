import { isSameMailbox } from '@scoville/contract/platform/lib/email.ts';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showServerErrors } from '../../../platform/forms/server-errors.ts';
import { ApiError } from '../../../platform/lib/call.ts';
import { isSignedOut, showFailure } from '../../../platform/lib/fail.ts';
import { cacheAnswer } from '../../../platform/lib/cache-answer.ts';
import { meQuery, useSettings } from '../../../platform/lib/query.ts';
import { toast } from '../../../platform/ui/toasts.ts';
import { changeProfile, invalidateProfile } from './edit-profile.calls.ts';
import { LIST_NAMES, findReplacedIds, toListsBody } from './entries.ts';
import { forgetDraft } from './forget-draft.ts';
import type { EditedProfile, Sent } from './use-edited-profile.ts';

const isAbout = (error: unknown, name: string): boolean =>
  error instanceof ApiError && error.fields.some(({ field }) => field === name);

/** Saves fields, lists and pictures of a profile. Asks for the password first if the email changes. */
export function useSaveProfile(me: Me, profile: EditedProfile, isValid: boolean, onSaved: () => void) {
  const client = useQueryClient();
  const { productName } = useSettings();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  /** Whether the dialog for the password is open, which a new email requires. */
  const [isAsking, setIsAsking] = useState(false);
  const [sent, setSent] = useState<Sent | null>(null);
  const { form, edited, pictures, values } = profile;

  const sendPictures = async (saved: Me, savedIds: ReadonlyMap<string, string>) => {
    const failures = await pictures.send(saved, savedIds);
    if (failures.length > 0) {
      setRefusal('Your profile was saved, but not all of its pictures. Save it again to try once more.');
      showFailure(failures[0], productName, 'A picture could not be saved.');
    } else toast('success', 'Successfully updated!');
  };
  const send = (password?: string) =>
    form.handleSubmit(async (sentValues) => {
      setRefusal(null);
      const sending = { values: sentValues, lists: edited.now() };
      setSent(sending);
      try {
        const [before, lists] = [edited.before(), edited.changed()];
        const changes = { ...profile.changesIn(sentValues), ...toListsBody(before, lists), password };
        const saved = await changeProfile(me.id, changes);
        const savedIds = new Map(
          LIST_NAMES.flatMap((list) => findReplacedIds(before[list], lists[list] ?? [], saved[list])),
        );
        // The draft is deleted even if the user has left the page since.
        forgetDraft(me.id);
        cacheAnswer(client, meQuery().queryKey, saved);
        profile.goOn(saved, sending, savedIds);
        onSaved();
        await sendPictures(saved, savedIds);
        await invalidateProfile(client);
      } catch (error) {
        // The login screen is shown now, and the draft is kept until the user returns.
        if (isSignedOut(error)) return;
        // The dialog shows this error at its field.
        if (password !== undefined && isAbout(error, 'password')) throw error;
        const text = showServerErrors(form, error, productName);
        setRefusal(text);
        toast('error', 'Update failed.');
      }
    })();
  const save = async (password?: string) => {
    // Touch screens show no tooltip, so focus the first invalid field instead.
    if (!isValid) return void form.trigger(undefined, { shouldFocus: true });
    const isNewEmail = profile.isEmailChanged && !isSameMailbox(values.email, me.email);
    if (password === undefined && isNewEmail) return setIsAsking(true);
    setIsSaving(true);
    try {
      if (await edited.finish()) await send(password);
      setIsAsking(false);
    } finally {
      setSent(null);
      setIsSaving(false);
    }
  };

  return {
    save,
    isSaving,
    /** Whether there are changes that the current save doesn't include. */
    hasNewerChanges: sent !== null && profile.hasChangedSince(sent),
    isAsking,
    stopAsking: () => setIsAsking(false),
    refusal,
    dismissRefusal: () => setRefusal(null),
  };
}
