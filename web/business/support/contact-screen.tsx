import { SupportMessage } from '@scoville/contract/business/support/support.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { ServerForm } from '../../platform/forms/server-form.tsx';
import { type Repeatable, useRepeatable } from '../../platform/forms/use-repeatable.ts';
import { useMe } from '../../platform/lib/query.ts';
import { Button } from '../../platform/ui/button.tsx';
import { SuccessMessage } from '../../platform/ui/success-message.tsx';
import { TextArea } from '../../platform/ui/text-area.tsx';
import { TextField } from '../../platform/ui/text-field.tsx';
import { toast } from '../../platform/ui/toasts.ts';
import { CaptchaField, useCaptchaForm } from './captcha-field.tsx';
import { HelpFrame } from './help-frame.tsx';
import { useSendMessage } from './support.calls.ts';

/** The contact form, with which everyone can write to the operators of the installation. */
export function ContactScreen() {
  const { sent, onAgain, form } = useRepeatable();
  return (
    <HelpFrame title="Contact">
      <p className="text-pretty text-muted">
        Write to the people who run this site. Many questions are answered in the{' '}
        <Link to="/help/faq" className="text-text underline underline-offset-4">
          FAQs
        </Link>{' '}
        already. If a song or video uses your work without permission, send a{' '}
        <Link to="/help/takedown" className="text-text underline underline-offset-4">
          takedown request
        </Link>
        .
      </p>
      {sent === null ? (
        <ContactForm {...form} />
      ) : (
        <>
          <SuccessMessage className="wrap-anywhere">Thank you. The answer will come to {sent}.</SuccessMessage>
          <Button onClick={onAgain} className="self-start">
            Write another message
          </Button>
        </>
      )}
    </HelpFrame>
  );
}

function ContactForm({ focused, onSent }: Repeatable) {
  const me = useMe();
  const send = useSendMessage();
  const form = useForm({
    mode: 'onTouched',
    resolver: zodResolver(SupportMessage),
    defaultValues: { name: me?.displayName ?? '', email: me?.email ?? '', message: '', recaptcha: '' },
  });
  useEffect(() => {
    if (focused) form.setFocus('name');
  }, [form, focused]);
  const sending = useCaptchaForm(form, async (body) => {
    const { message } = await send.mutateAsync(body);
    toast('success', message);
    onSent(body.email);
  });
  return (
    <div className="max-w-[560px]">
      <ServerForm of={sending} label="Send message">
        <TextField label="Name" autoComplete="name" {...sending.field('name')} />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          hint="We’ll reply to this address."
          {...sending.field('email')}
        />
        <TextArea label="Message" rows={6} {...sending.field('message')} />
        <CaptchaField form={form} tries={sending.tries} />
      </ServerForm>
    </div>
  );
}
