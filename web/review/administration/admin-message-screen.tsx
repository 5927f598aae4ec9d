import type { SystemMessage } from '@scoville/contract/business/announcements/announcements.ts';
import { SystemMessageFields } from '@scoville/contract/business/announcements/system-message-edit.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { FormError } from '../../platform/forms/form-error.tsx';
import { keepTyped } from '../../platform/forms/keep-typed.ts';
import { LeaveGuard } from '../../platform/forms/leave-guard.tsx';
import { errorOf, showServerErrors } from '../../platform/forms/server-errors.ts';
import { showFailure } from '../../platform/lib/fail.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Checkbox } from '../../platform/ui/checkbox.tsx';
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx';
import { TextArea } from '../../platform/ui/text-area.tsx';
import { TextField } from '../../platform/ui/text-field.tsx';
import { toast } from '../../platform/ui/toasts.ts';
import { AdminFrame } from './admin-frame.tsx';
import { invalidateSystemMessage, removeMessage, saveMessage, writtenMessageQuery } from './administration.calls.ts';
import { Loaded } from './loaded.tsx';
import { MessagePreview } from './message-preview.tsx';

/**
 * The form for the one message that Home shows to all users, or to visitors only: write it, preview it and remove it.
 */
export function AdminMessageScreen() {
  const written = useQuery(writtenMessageQuery);
  return (
    <AdminFrame title="Administer Message">
      <Loaded query={written} what="system message">
        {({ systemMessage }) => <MessageForm current={systemMessage} />}
      </Loaded>
    </AdminFrame>
  );
}

const fieldsOf = (current: SystemMessage | null) => ({
  message: current?.message ?? '',
  actionLink: current?.actionLink ?? '',
  disappearAfterLogin: current?.disappearAfterLogin ?? false,
});

function MessageForm({ current }: { current: SystemMessage | null }) {
  const { productName } = useSettings();
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [removing, setRemoving] = useState(false);
  const form = useForm({
    mode: 'onTouched',
    resolver: zodResolver(SystemMessageFields),
    values: fieldsOf(current),
    // A save by another administrator in the meantime doesn't overwrite the fields that are being edited here.
    resetOptions: { keepDirtyValues: true },
  });
  const { isDirty, isSubmitting } = form.formState;
  const [message, actionLink = ''] = useWatch({ control: form.control, name: ['message', 'actionLink'] });
  const save = form.handleSubmit(async (body) => {
    setRefusal(null);
    const sent = form.getValues();
    try {
      await saveMessage(body);
      keepTyped(form, sent, body);
      toast('success', 'Successfully updated system message');
      await invalidateSystemMessage(client);
    } catch (error) {
      setRefusal(showServerErrors(form, error, productName));
    }
  });
  const remove = useMutation({
    mutationFn: removeMessage,
    onSuccess: () => {
      form.reset(fieldsOf(null));
      toast('success', 'Successfully removed system message');
    },
    onError: (error) => showFailure(error, productName),
    onSettled: async () => {
      setRemoving(false);
      await invalidateSystemMessage(client);
    },
  });
  const clear = { onChange: () => setRefusal(null) };
  return (
    <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-2">
      <form noValidate onSubmit={(event) => void save(event)} className="flex min-w-0 flex-col gap-5">
        {current === null && <p className="text-muted">There is no system message now.</p>}
        <TextArea
          label="Message"
          rows={8}
          hint="Markdown: **bold**, *italic*, [a link](https://example.org), lists. No pictures from other sites."
          {...form.register('message', clear)}
          {...errorOf(form, 'message')}
        />
        <TextField
          label="Link"
          hint="May be empty. Where “Read more” leads: a path of this site, or a web address."
          {...form.register('actionLink', clear)}
          {...errorOf(form, 'actionLink')}
        />
        <Checkbox
          label="Show it to visitors only"
          hint="Hidden from signed-in users."
          {...form.register('disappearAfterLogin')}
        />
        <FormError message={refusal} onDismiss={() => setRefusal(null)} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="main" busy={isSubmitting}>
            Save
          </Button>
          {current !== null && (
            <Button variant="danger" onClick={() => setRemoving(true)}>
              Remove
            </Button>
          )}
        </div>
      </form>
      <MessagePreview message={message} actionLink={actionLink} />
      <LeaveGuard when={isDirty} />
      {removing && current !== null && (
        <ConfirmDialog
          title="Remove the system message?"
          confirm="Remove"
          danger
          busy={remove.isPending}
          onConfirm={() => remove.mutate(current.id)}
          onClose={() => setRemoving(false)}
        >
          <p>It disappears from Home immediately. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
