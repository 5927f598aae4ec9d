import { zodResolver } from '@hookform/resolvers/zod';
import { isSameMailbox } from '@scoville/contract/email.ts';
import type { Me } from '@scoville/contract/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { FormError } from '../../forms/form-error.tsx';
import { keepTyped } from '../../forms/keep-typed.ts';
import { LeaveGuard } from '../../forms/leave-guard.tsx';
import { showServerErrors } from '../../forms/server-errors.ts';
import { ApiError } from '../../lib/call.ts';
import { isSignedOut, showFailure } from '../../lib/fail.ts';
import { keepAnswer } from '../../lib/keep-answer.ts';
import { meQuery, useSettings } from '../../lib/query.ts';
import { openedPart } from '../../ui/opened-part.tsx';
import { toast } from '../../ui/toasts.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { type Draft, fittingDraft, readDraft, writeDraft } from './draft.ts';
import { forgetDraft } from './forget-draft.ts';
import { changeProfile, profileChanged } from './edit-profile.calls.ts';
import { LIST_NAMES, type Lists, changedLists, savedIdsOf, sentLists } from './entries.ts';
import { ProfileFields } from './profile-fields.tsx';
import { ProfileForm, changedFields, changesOf, formOf } from './profile-form.ts';
import { ProfileLists } from './profile-lists.tsx';
import { SaveBar } from './save-bar.tsx';
import { useEntryPictures } from './use-entry-pictures.ts';
import { useLists } from './use-lists.ts';
import { useUsernameCheck } from './use-username-check.ts';

const PasswordDialog = openedPart(() =>
  import('../../forms/password-dialog.tsx').then((module) => module.PasswordDialog),
);

const isAbout = (error: unknown, name: string): boolean =>
  error instanceof ApiError && error.fields.some(({ field }) => field === name);

/** The fields without the username once that is claimed, as in another tab: then it is no field any more. */
const ownFields = (me: Me, form: ProfileForm): ProfileForm => (me.username === null ? form : { ...form, username: '' });

/** What a save that is under way has sent. */
interface Sent {
  values: ProfileForm;
  lists: Lists;
}

interface EditProfileFormProps {
  me: Me;
  /** What was discarded a moment ago is there again. */
  isRestored: boolean;
  /** Begins anew with what is kept of this account's words. */
  onRestore: () => void;
}

/** All that an account says of itself, saved at once. */
export function EditProfileForm({ me, isRestored, onRestore }: EditProfileFormProps) {
  const client = useQueryClient();
  const { productName } = useSettings();
  const formId = useId();
  const [draft, setDraft] = useState(() => {
    const kept = readDraft(me.id);
    return kept && fittingDraft(kept, me);
  });
  /** The draft that Cancel discarded, so that it can be restored. */
  const [discarded, setDiscarded] = useState<Draft | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  /** Whether the dialog for the password is open, which a new email requires. */
  const [isAsking, setIsAsking] = useState(false);
  const [sent, setSent] = useState<Sent | null>(null);
  const isLeft = useRef(false);
  // Not what the account has meanwhile, as from another device: a field that nobody touched here is not sent.
  const [base, setBase] = useState(() => formOf(me));
  const form = useForm<ProfileForm>({
    mode: 'onTouched',
    resolver: zodResolver(ProfileForm),
    defaultValues: { ...formOf(me), ...draft?.fields },
  });
  const edited = useLists(me, draft);
  const pictures = useEntryPictures(me);
  // Every field is there from the start.
  const values = ownFields(me, useWatch({ control: form.control }) as ProfileForm);
  const username = useUsernameCheck(values.username);
  const fields = changedFields(base, values);
  const lists = edited.changed();
  const isValid = form.formState.isValid && username.isSettled;
  // Of an entry that is gone again, no picture is kept.
  const shown = [...edited.lists.albums, ...edited.lists.bands, edited.drawers.albums, edited.drawers.bands];
  const hasPicture = pictures.waiting.some((waits) => shown.some((entry) => entry?.id === waits));
  const isChanged = edited.isTyping || hasPicture || Object.keys(fields).length > 0 || Object.keys(lists).length > 0;

  /** Something is there that the save which is under way does not take along. */
  const isAhead =
    sent !== null &&
    (edited.isTyping ||
      Object.keys(changedFields(ownFields(me, sent.values), values)).length > 0 ||
      Object.keys(changedLists(sent.lists, edited.lists)).length > 0);

  const typed = (): Draft => {
    const drawers = edited.isTyping ? edited.drawers : {};
    const before = Object.entries(base).map(([name, value]) => [name, JSON.stringify(value)]);
    const bases = { ...Object.fromEntries(before.filter(([name = '']) => name in fields)), ...edited.bases() };
    return { fields, lists, drawers, bases } as Draft;
  };
  useEffect(() => {
    if (!isLeft.current) writeDraft(me.id, typed());
  });
  // Who leaves knows that what was typed is lost. A session or a browser that ends does not come by here.
  const leave = () => {
    isLeft.current = true;
    forgetDraft(me.id);
  };
  useEffect(() => {
    if (draft !== null) void form.trigger();
  }, [draft, form]);

  /** Has the form begin from what the account has. */
  const begin = (account: Me) => {
    form.reset(formOf(account));
    setBase(formOf(account));
    edited.reset(account);
  };
  /** Has the form go on from what the account has now; what was typed since it was sent stays, to be saved next. */
  const goOn = (account: Me, { values: sentValues, lists: sentAll }: Sent, savedIds: ReadonlyMap<string, string>) => {
    const now = formOf(account);
    keepTyped(form, ownFields(account, sentValues), now, ownFields(account, form.getValues()));
    setBase(now);
    edited.goOn(account, sentAll, savedIds);
  };
  const discard = () => {
    setDiscarded(isChanged ? typed() : null);
    begin(me);
    pictures.discard();
    setRefusal(null);
    setDraft(null);
  };

  const restore = () => {
    if (discarded !== null) writeDraft(me.id, discarded);
    onRestore();
  };

  const send = (password?: string) =>
    form.handleSubmit(async (sentValues) => {
      setRefusal(null);
      const sending = { values: sentValues, lists: edited.now() };
      setSent(sending);
      try {
        const [before, lists] = [edited.before(), edited.changed()];
        const changes = changesOf(base, ownFields(me, sentValues));
        const saved = await changeProfile(me.id, { ...changes, ...sentLists(before, lists), password });
        const savedIds = new Map(
          LIST_NAMES.flatMap((list) => savedIdsOf(before[list], lists[list] ?? [], saved[list])),
        );
        // Also if the user has left the page since.
        forgetDraft(me.id);
        keepAnswer(client, meQuery().queryKey, saved);
        goOn(saved, sending, savedIds);
        setDraft(null);
        setDiscarded(null);
        const failures = await pictures.send(saved, savedIds);
        if (failures.length > 0) {
          setRefusal('Your profile was saved, but not all of its pictures. Save it again to try once more.');
          showFailure(failures[0], productName, 'A picture could not be saved.');
        } else toast('success', 'Successfully updated!');
        await profileChanged(client);
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
    // A finger sees no tooltip: it is led to what is missing.
    if (!isValid) return void form.trigger(undefined, { shouldFocus: true });
    if (password === undefined && 'email' in fields && !isSameMailbox(values.email, me.email)) return setIsAsking(true);
    setIsSaving(true);
    try {
      if (await edited.finish()) await send(password);
      setIsAsking(false);
    } finally {
      setSent(null);
      setIsSaving(false);
    }
  };

  return (
    <div className="flex flex-col gap-10">
      <LeaveGuard when={isChanged && (!isSaving || isAhead)} onLeave={leave} />
      {draft !== null && isChanged && !isRestored && <DraftNotice onDiscard={discard} />}
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
      <SaveBar
        formId={formId}
        isValid={isValid}
        isSaving={isSaving}
        onCancel={discard}
        onUndo={discarded === null || isChanged ? undefined : restore}
      />
      {isAsking && (
        <PasswordDialog
          title="Change your email?"
          confirm="Save Profile"
          send={save}
          onClose={() => setIsAsking(false)}
          onFailed={() => setIsAsking(false)}
        >
          {me.newEmailWaits
            ? `We mail a link to ${values.email}. Your email stays ${me.email} until you open it; what else you changed here is saved now.`
            : `From now on you sign in with ${values.email}. What else you changed here is saved, too.`}
        </PasswordDialog>
      )}
    </div>
  );
}
