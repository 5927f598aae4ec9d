import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import { TotpCode } from '@scoville/contract/accounts/second-factor.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEventHandler, type ReactNode, useId, useState } from 'react';
import { type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import { object } from 'zod/mini';
import { FormError } from '../../platform/forms/form-error.tsx';
import { errorOf, showServerErrors } from '../../platform/forms/server-errors.ts';
import { ApiError } from '../../platform/lib/call.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Dialog } from '../../platform/ui/dialog.tsx';
import { PasswordField, TextField } from '../../platform/ui/text-field.tsx';
import { passkeyFailure } from './passkey-failure.ts';
import { QrCode } from '../../platform/ui/qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useAddPasskey, useBeginTotp, useConfirmTotp, useRemoveFactor, useRenewCodes } from './second-factor.calls.ts';

/** The change that the user wants to make. */
export type Change =
  { do: 'totp' } | { do: 'passkey' } | { do: 'codes' } | { do: 'remove'; factor: string; name: string };

interface StepProps {
  onClose: () => void;
  onCodes: (codes: readonly string[] | null) => void;
}

/** One change, from the password prompt to the recovery codes that it may return. */
export function ChangeDialog({ change, onClose }: { change: Change; onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={onClose} />;
  const step = { onClose, onCodes: (made: readonly string[] | null) => (made === null ? onClose() : setCodes(made)) };
  switch (change.do) {
    case 'totp':
      return <SetUpApp {...step} />;
    case 'passkey':
      return <AddPasskey {...step} />;
    case 'codes':
      return <NewCodes {...step} />;
    case 'remove':
      return <Remove {...step} {...change} />;
  }
}

/**
 * A dialog with a form, which its second button submits. It can't be closed before the response, which may contain
 * recovery codes.
 */
function FormDialog(props: {
  title: string;
  confirm: string;
  busy: boolean;
  danger?: boolean;
  onClose: () => void;
  onSubmit: FormEventHandler;
  refusal: string | null;
  onDismiss: () => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Dialog
      title={props.title}
      onClose={props.onClose}
      busy={props.busy}
      actions={
        <>
          <Button variant="plain" disabled={props.busy} onClick={props.onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant={props.danger ? 'danger' : 'main'} busy={props.busy}>
            {props.confirm}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={props.onSubmit} className="flex flex-col gap-5">
        {props.children}
        <FormError message={props.refusal} onDismiss={props.onDismiss} />
      </form>
    </Dialog>
  );
}

/** A form that shows refusals at their fields, or above the buttons. */
function useRefusable<T extends FieldValues>(form: UseFormReturn<T>, run: (given: T) => Promise<void>) {
  const { productName } = useSettings();
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = form.handleSubmit(async (given) => {
    setRefusal(null);
    try {
      await run(given);
    } catch (error) {
      setRefusal(
        error instanceof ApiError ? showServerErrors(form, error, productName) : passkeyFailure(error, productName),
      );
    }
  });
  return {
    refusal,
    onDismiss: () => setRefusal(null),
    busy: form.formState.isSubmitting,
    onSubmit: (event: Parameters<FormEventHandler>[0]) => void submit(event),
  };
}

const EMPTY = { password: '' };

function PasswordAgain({ form }: { form: UseFormReturn<{ password: string }> }) {
  return (
    <PasswordField
      label="Your password"
      autoComplete="current-password"
      {...form.register('password', { required: 'Please enter a valid password.' })}
      {...errorOf(form, 'password')}
    />
  );
}

function SetUpApp({ onClose, onCodes }: StepProps) {
  const begin = useBeginTotp();
  const form = useForm({ defaultValues: EMPTY });
  const state = useRefusable(form, async (given) => void (await begin.mutateAsync(given)));
  if (begin.data) return <ConfirmApp {...begin.data} onClose={onClose} onCodes={onCodes} />;
  return (
    <FormDialog title="Set up an authenticator app" confirm="Continue" onClose={onClose} {...state}>
      <p>You need an app that shows codes, on your phone or in your password manager.</p>
      <PasswordAgain form={form} />
    </FormDialog>
  );
}

function ConfirmApp({ secret, uri, onClose, onCodes }: StepProps & { secret: string; uri: string }) {
  const confirm = useConfirmTotp();
  const form = useForm({ resolver: zodResolver(object({ code: TotpCode })), defaultValues: { code: '' } });
  const state = useRefusable(form, async (given) => onCodes((await confirm.mutateAsync(given)).recoveryCodes));
  return (
    <FormDialog title="Set up an authenticator app" confirm="Confirm" onClose={onClose} {...state}>
      <p>Scan this with the app, or type the key into it. Then enter the code that it shows.</p>
      <QrCode text={uri} label="QR code for the authenticator app" />
      <p className="flex flex-col gap-1">
        <span className="text-caption text-muted">Key</span>
        <code className="wrap-anywhere">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <TextField
        label="Code from your app"
        inputMode="numeric"
        autoComplete="one-time-code"
        {...form.register('code')}
        {...errorOf(form, 'code')}
      />
    </FormDialog>
  );
}

function AddPasskey({ onClose, onCodes }: StepProps) {
  const add = useAddPasskey();
  const form = useForm({ defaultValues: { name: '', password: '' } });
  const state = useRefusable(form, async (given) => onCodes((await add.mutateAsync(given)).recoveryCodes));
  return (
    <FormDialog title="Add a passkey" confirm="Add passkey" onClose={onClose} {...state}>
      <TextField
        label="Name"
        hint="A name to recognize it by, such as “Phone” or “Blue key”."
        maxLength={40}
        {...form.register('name', { validate: (name) => name.trim() !== '' || 'Give this passkey a name.' })}
        {...errorOf(form, 'name')}
      />
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        {...form.register('password', { required: 'Please enter a valid password.' })}
        {...errorOf(form, 'password')}
      />
    </FormDialog>
  );
}

function NewCodes({ onClose, onCodes }: StepProps) {
  const renew = useRenewCodes();
  const form = useForm({ defaultValues: EMPTY });
  const state = useRefusable(form, async (given) => onCodes((await renew.mutateAsync(given)).recoveryCodes));
  return (
    <FormDialog title="New recovery codes" confirm="Make new codes" onClose={onClose} {...state}>
      <p>Your current codes will stop working.</p>
      <PasswordAgain form={form} />
    </FormDialog>
  );
}

function Remove({ factor, name, onClose }: StepProps & { factor: string; name: string }) {
  const remove = useRemoveFactor();
  const form = useForm({ defaultValues: EMPTY });
  const state = useRefusable(form, async ({ password }) => {
    await remove.mutateAsync({ factor, password });
    onClose();
  });
  return (
    <FormDialog title={sentence`Remove ${name}?`} confirm="Remove" danger onClose={onClose} {...state}>
      <p>It will not be asked for any more. With your last second factor the recovery codes go as well.</p>
      <PasswordAgain form={form} />
    </FormDialog>
  );
}
