import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { useId, useState } from 'react';
import { FormError } from '../../../platform/forms/form-error.tsx';
import { LeaveGuard } from '../../../platform/forms/leave-guard.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { type Draft, fittingDraft, readDraft, writeDraft } from './draft.ts';
import { NewEmailDialog } from './new-email-dialog.tsx';
import { ProfileFields } from './profile-fields.tsx';
import { ProfileLists } from './profile-lists.tsx';
import { SaveBar } from './save-bar.tsx';
import { useEditedProfile } from './use-edited-profile.ts';
import { useSaveProfile } from './use-save-profile.ts';
import { useStoredDraft } from './use-stored-draft.ts';
import { useUsernameCheck } from './use-username-check.ts';

interface EditProfileFormProps {
  me: Me;
  /** True after Undo restored a discarded draft. */
  isRestored: boolean;
  /** Starts the form again from the stored draft. */
  onRestore: () => void;
}

/** The form for the whole profile of an account, which is saved in one call. */
export function EditProfileForm({ me, isRestored, onRestore }: EditProfileFormProps) {
  const formId = useId();
  const [draft, setDraft] = useState(() => {
    const stored = readDraft(me.id);
    return stored && fittingDraft(stored, me);
  });
  /** The draft that Cancel discarded, so that it can be restored. */
  const [discarded, setDiscarded] = useState<Draft | null>(null);
  const profile = useEditedProfile(me, draft);
  const { form, isChanged, values } = profile;
  const username = useUsernameCheck(values.username);
  const isValid = form.formState.isValid && username.isSettled;
  const saving = useSaveProfile(me, profile, isValid, () => {
    setDraft(null);
    setDiscarded(null);
  });
  // Leaving removes the draft, because the user confirmed that unsaved changes are lost. The end of the session or a
  // closed browser does not call this, so the draft is kept then.
  const leave = useStoredDraft(me.id, profile.typed);

  const discard = () => {
    setDiscarded(isChanged ? profile.typed() : null);
    profile.reset();
    saving.dismissRefusal();
    setDraft(null);
  };
  const restore = () => {
    if (discarded !== null) writeDraft(me.id, discarded);
    onRestore();
  };

  return (
    <div className="flex flex-col gap-10">
      <LeaveGuard when={isChanged && (!saving.isSaving || saving.hasNewerChanges)} onLeave={leave} />
      {draft !== null && isChanged && !isRestored && <DraftNotice onDiscard={discard} />}
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void saving.save();
        }}
      >
        <ProfileFields form={form} me={me} usernameProblem={username.problem} />
      </form>
      <ProfileLists edited={profile.edited} pictures={profile.pictures} />
      <FormError message={saving.refusal} onDismiss={saving.dismissRefusal} />
      <SaveBar
        formId={formId}
        isValid={isValid}
        isSaving={saving.isSaving}
        onCancel={discard}
        onUndo={discarded === null || isChanged ? undefined : restore}
      />
      {saving.isAsking && (
        <NewEmailDialog me={me} email={values.email} save={saving.save} onClose={saving.stopAsking} />
      )}
    </div>
  );
}
