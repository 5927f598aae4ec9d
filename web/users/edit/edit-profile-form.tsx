import { zodResolver } from '@hookform/resolvers/zod';
import type { Me } from '@scoville/contract/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { FormError } from '../../forms/form-error.tsx';
import { LeaveGuard } from '../../forms/leave-guard.tsx';
import { showServerErrors } from '../../forms/server-errors.ts';
import { isSignedOut, showFailure } from '../../lib/fail.ts';
import { meQuery, useSettings } from '../../lib/query.ts';
import { toast } from '../../ui/toasts.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { fittingDraft, forgetDraft, readDraft, writeDraft } from './draft.ts';
import { changeProfile, profileChanged } from './edit-profile.calls.ts';
import { listsOf, sentLists } from './entries.ts';
import { ProfileFields } from './profile-fields.tsx';
import { ProfileForm, changedFields, changesOf, formOf } from './profile-form.ts';
import { ProfileLists } from './profile-lists.tsx';
import { SaveBar } from './save-bar.tsx';
import { useEntryPictures } from './use-entry-pictures.ts';
import { useLists } from './use-lists.ts';
import { useUsernameCheck } from './use-username-check.ts';

/** All that an account says of itself, saved at once. */
export function EditProfileForm({ me }: { me: Me }) {
  const client = useQueryClient();
  const { productName } = useSettings();
  const formId = useId();
  const [draft, setDraft] = useState(() => {
    const kept = readDraft(me.id);
    return kept && fittingDraft(kept, listsOf(me));
  });
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const isLeft = useRef(false);
  const form = useForm<ProfileForm>({
    mode: 'onTouched',
    resolver: zodResolver(ProfileForm),
    defaultValues: { ...formOf(me), ...draft?.fields },
  });
  const edited = useLists(me, draft);
  const pictures = useEntryPictures(me);
  // Every field is there from the start.
  const values = useWatch({ control: form.control }) as ProfileForm;
  const username = useUsernameCheck(me.username === null ? values.username : '');
  const fields = changedFields(me, values);
  const lists = edited.changed();
  const isValid = form.formState.isValid && username.isSettled;
  const isChanged = edited.isTyping || Object.keys(fields).length > 0 || Object.keys(lists).length > 0;

  useEffect(() => {
    if (isLeft.current) return;
    const drawers = edited.isTyping ? edited.drawers : {};
    writeDraft(me.id, { fields, lists, drawers, bases: edited.bases() } as Parameters<typeof writeDraft>[1]);
  });
  // Who leaves knows that what was typed is lost. A session or a browser that ends does not come by here.
  const leave = () => {
    isLeft.current = true;
    forgetDraft(me.id);
  };
  useEffect(() => {
    if (draft !== null) void form.trigger();
  }, [draft, form]);

  const reset = () => {
    form.reset(formOf(me));
    edited.reset(me);
    pictures.discard();
    setRefusal(null);
    setDraft(null);
  };

  const send = form.handleSubmit(async (typed) => {
    setRefusal(null);
    try {
      const sent = edited.changed();
      const saved = await changeProfile(me.id, { ...changesOf(me, typed), ...sentLists(sent) });
      const waiting = [
        ...(sent.albums ?? []).map(({ id }, at) => ['album', id, saved.albums[at]?.id] as const),
        ...(sent.bands ?? []).map(({ id }, at) => ['band', id, saved.bands[at]?.id] as const),
      ];
      // Also where the page was left meanwhile.
      forgetDraft(me.id);
      client.setQueryData(meQuery().queryKey, saved);
      form.reset(formOf(saved));
      edited.reset(saved);
      setDraft(null);
      for (const [kind, id, savedId] of waiting)
        if (savedId !== undefined)
          await pictures
            .send(kind, id, savedId)
            .catch((error: unknown) => showFailure(error, productName, 'A picture could not be saved.'));
      pictures.discard();
      toast('success', 'Successfully updated!');
      await profileChanged(client);
    } catch (error) {
      // The login screen is here, and what was typed is kept for the way back.
      if (isSignedOut(error)) return;
      const text = showServerErrors(form, error, productName);
      setRefusal(text);
      toast('error', 'Update failed.');
    }
  });
  const save = async () => {
    if (!isValid) return;
    setIsSaving(true);
    if (await edited.finish()) await send();
    setIsSaving(false);
  };

  return (
    <div className="flex flex-col gap-10">
      <LeaveGuard when={isChanged && !isSaving} onLeave={leave} />
      {draft !== null && isChanged && <DraftNotice onDiscard={reset} />}
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <ProfileFields form={form} me={me} usernameProblem={username.problem} />
      </form>
      <ProfileLists edited={edited} pictures={pictures} />
      <FormError message={refusal} onDismiss={() => setRefusal(null)} />
      <SaveBar formId={formId} isValid={isValid} isSaving={isSaving} onCancel={reset} />
    </div>
  );
}
