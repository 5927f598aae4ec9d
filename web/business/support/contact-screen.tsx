import { SupportMessage } from '@scoville/contract/business/support/support.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ServerForm, useServerForm } from '../../platform/forms/server-form.tsx';
import { useMe } from '../../platform/lib/query.ts';
import { Button } from '../../platform/ui/button.tsx';
import { SuccessMessage } from '../../platform/ui/success-message.tsx';
import { TextArea } from '../../platform/ui/text-area.tsx';
import { TextField } from '../../platform/ui/text-field.tsx';
import { toast } from '../../platform/ui/toasts.ts';
import { CaptchaField } from './captcha-field.tsx';
import { HelpFrame } from './help-frame.tsx';
import { useSendMessage } from './support.calls.ts';

/** The contact form, with which everyone can write to the operators of the installation. */
export function ContactScreen() {
  const [answerTo, setAnswerTo] = useState<string | null>(null);
  const [again, setAgain] = useState(false);
  const onAgain = () => {
    setAnswerTo(null);
    setAgain(true);
  };
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
      {answerTo === null ? (
        <ContactForm focused={again} onSent={setAnswerTo} />
      ) : (
        <>
          <SuccessMessage className="wrap-anywhere">Thank you. The answer will come to {answerTo}.</SuccessMessage>
          <Button onClick={onAgain} className="self-start">
            Write another message
          </Button>
        </>
      )}
    </HelpFrame>
  );
}

function ContactForm({ focused, onSent }: { focused: boolean; onSent: (answerTo: string) => void }) {
  const me = useMe();
  const send = useSendMessage();
  const [tries, setTries] = useState(0);
  const form = useForm({
    mode: 'onTouched',
    resolver: zodResolver(SupportMessage),
    defaultValues: { name: me?.displayName ?? '', email: me?.email ?? '', message: '', recaptcha: '' },
  });
  useEffect(() => {
    if (focused) form.setFocus('name');
  }, [form, focused]);
  const sending = useServerForm(form, async (body) => {
    try {
      const { message } = await send.mutateAsync(body);
      toast('success', message);
      onSent(body.email);
    } catch (error) {
      form.resetField('recaptcha');
      setTries(tries + 1);
      throw error;
    }
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
        <CaptchaField form={form} tries={tries} />
      </ServerForm>
    </div>
  );
}
