import { ForgotPasswordBody } from '@scoville/contract/accounts/auth/passwords.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { ServerForm, useServerForm } from '../../platform/forms/server-form.tsx';
import { type Repeatable, useRepeatable } from '../../platform/forms/use-repeatable.ts';
import { Button } from '../../platform/ui/button.tsx';
import { SuccessMessage } from '../../platform/ui/success-message.tsx';
import { TextField } from '../../platform/ui/text-field.tsx';
import { toast } from '../../platform/ui/toasts.ts';
import { useForgotPassword } from './auth.calls.ts';
import { AuthFrame } from './auth-frame.tsx';

/** Requests a link for a new password. The confirmation doesn't reveal whether the account exists. */
export function ForgotScreen() {
  const { sent, onAgain, form } = useRepeatable();
  if (sent !== null) return <InstructionsSent email={sent} onAgain={onAgain} />;
  return (
    <AuthFrame
      title="Forgotten password"
      lead="Enter your account’s email, and we’ll send you a link to choose a new password."
    >
      <ForgotForm {...form} />
      <BackToSignIn />
    </AuthFrame>
  );
}

function ForgotForm({ focused, onSent }: Repeatable) {
  const forgot = useForgotPassword();
  const form = useForm({ mode: 'onTouched', resolver: zodResolver(ForgotPasswordBody), defaultValues: { email: '' } });
  useEffect(() => {
    if (focused) form.setFocus('email');
  }, [form, focused]);
  const sending = useServerForm(form, async (body) => {
    const { message } = await forgot.mutateAsync(body);
    toast('success', message);
    onSent(body.email);
  });
  return (
    <ServerForm of={sending} label="Send instructions">
      <TextField label="Email" type="email" autoComplete="email" {...sending.field('email')} />
    </ServerForm>
  );
}

function InstructionsSent({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <AuthFrame title="Instructions Sent">
      <SuccessMessage className="flex flex-col gap-3 wrap-anywhere">
        <span>If there is an account for {email}, a link for a new password is on its way to it.</span>
        <span className="text-muted">
          The email may take up to 5 minutes to arrive. Check your spam folder, too. The link is valid for one hour.
        </span>
      </SuccessMessage>
      <Button onClick={onAgain} className="self-start">
        Use another email
      </Button>
      <BackToSignIn />
    </AuthFrame>
  );
}

const BackToSignIn = () => (
  <Link to="/login" className="inline-flex min-h-10 items-center self-start text-text underline underline-offset-4">
    Back to sign in
  </Link>
);
