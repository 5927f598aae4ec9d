import { SupportMessage } from '@scoville/contract/support.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { ServerForm, useServerForm } from '../forms/server-form.tsx';
import { errorOf } from '../forms/server-errors.ts';
import { useMe, useSettings } from '../lib/query.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toasts.tsx';
import { HelpFrame } from './help-frame.tsx';
import { ProofBox } from './proof-box.tsx';
import { RecaptchaBox } from './recaptcha-box.tsx';
import { useSendMessage } from './support.calls.ts';

/** The contact form: anybody writes to the people who run the installation. */
export function ContactScreen() {
  const [answerTo, setAnswerTo] = useState<string | null>(null);
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
        <ContactForm onSent={setAnswerTo} />
      ) : (
        <>
          <output className="wrap-anywhere">Thank you. The answer will come to {answerTo}.</output>
          <Button onClick={() => setAnswerTo(null)} className="self-start">
            Write another message
          </Button>
        </>
      )}
    </HelpFrame>
  );
}

function ContactForm({ onSent }: { onSent: (answerTo: string) => void }) {
  const { google } = useSettings();
  const { siteKey, address } = google.reCAPTCHA;
  const me = useMe();
  const send = useSendMessage();
  /** A captcha is good for one try: the next one gets a new box. */
  const [tries, setTries] = useState(0);
  const form = useForm({
    mode: 'onTouched',
    resolver: zodResolver(SupportMessage),
    defaultValues: { name: me?.displayName ?? '', email: me?.email ?? '', message: '', recaptcha: '' },
  });
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
          hint="The answer goes there."
          {...sending.field('email')}
        />
        <TextArea label="Message" rows={6} {...sending.field('message')} />
        <Controller
          control={form.control}
          name="recaptcha"
          render={({ field: { onChange, value, ref } }) => {
            const box = { onSolved: onChange, ...errorOf(form, 'recaptcha') };
            return siteKey === null ? (
              <ProofBox key={tries} ref={ref} solved={value !== ''} {...box} />
            ) : (
              <RecaptchaBox key={tries} siteKey={siteKey} address={address} {...box} />
            );
          }}
        />
      </ServerForm>
    </div>
  );
}
