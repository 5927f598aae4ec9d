import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import { SuspensionFields } from '@scoville/contract/community/suspensions.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { errorOf } from '../../platform/forms/server-errors.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Dialog } from '../../platform/ui/dialog.tsx';
import { TextArea } from '../../platform/ui/text-area.tsx';
import { LengthField } from './length-field.tsx';
import type { Suspending } from './user-actions.ts';

/** Asks for the length of a suspension and its reason, which the suspended user will read. */
export function SuspendDialog({
  name,
  busy,
  onSuspend,
  onClose,
}: {
  /** The accounts to suspend, such as a name or `3 users`. */
  name: string;
  busy: boolean;
  onSuspend: (suspending: Suspending) => void;
  onClose: () => void;
}) {
  const formId = useId();
  const form = useForm({
    mode: 'onTouched',
    resolver: zodResolver(SuspensionFields),
    defaultValues: { reason: '', days: 7 as number | null },
  });
  return (
    <Dialog
      title={sentence`Suspend: ${name}?`}
      busy={busy}
      onClose={onClose}
      actions={
        <>
          <Button variant="plain" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" type="submit" form={formId} busy={busy}>
            Suspend
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => void form.handleSubmit(onSuspend)(event)}
        className="flex flex-col gap-5"
      >
        <p>They are signed out and cannot sign in. What they published stays where it is.</p>
        <LengthField form={form} />
        <TextArea
          label="Reason"
          hint="They receive it by email, and read it when they try to sign in."
          maxLength={500}
          {...form.register('reason')}
          {...errorOf(form, 'reason')}
        />
      </form>
    </Dialog>
  );
}
