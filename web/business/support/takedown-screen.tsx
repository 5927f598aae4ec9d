import { TakedownRequest, requestTakedown } from '@scoville/contract/community/reports/takedowns.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { ServerForm } from '../../platform/forms/server-form.tsx';
import { type Repeatable, useRepeatable } from '../../platform/forms/use-repeatable.ts';
import { errorOf } from '../../platform/forms/server-errors.ts';
import { call } from '../../platform/lib/call.ts';
import { useMe } from '../../platform/lib/query.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Checkbox } from '../../platform/ui/checkbox.tsx';
import { SuccessMessage } from '../../platform/ui/success-message.tsx';
import { TextArea } from '../../platform/ui/text-area.tsx';
import { TextField } from '../../platform/ui/text-field.tsx';
import { CaptchaField, useCaptchaForm } from './captcha-field.tsx';
import { HelpFrame } from './help-frame.tsx';

/**
 * The form for takedown requests, with which everyone whose work is used here without permission can ask for its
 * removal.
 */
export function TakedownScreen() {
  const { sent, onAgain, form } = useRepeatable();
  return (
    <HelpFrame title="Takedown request">
      <p className="text-pretty text-muted">
        If a song or video here uses your work without your permission, tell us. An administrator looks at it. Whoever
        uploaded it is told that it was taken down and may object; they are not told who asked for it.
      </p>
      {sent === null ? (
        <TakedownForm {...form} />
      ) : (
        <>
          <SuccessMessage>{sent}</SuccessMessage>
          <Button onClick={onAgain} className="self-start">
            Send another request
          </Button>
        </>
      )}
    </HelpFrame>
  );
}

function TakedownForm({ focused, onSent }: Repeatable) {
  const me = useMe();
  const form = useForm({
    mode: 'onTouched',
    resolver: zodResolver(TakedownRequest),
    defaultValues: { address: '', name: me?.displayName ?? '', email: me?.email ?? '', work: '', recaptcha: '' },
  });
  useEffect(() => {
    if (focused) form.setFocus('address');
  }, [form, focused]);
  const sending = useCaptchaForm(form, async (body) => {
    onSent((await call(requestTakedown, { body })).message);
  });
  return (
    <div className="max-w-[560px]">
      <ServerForm of={sending} label="Send request">
        <TextField label="Link of the song or video" inputMode="url" {...sending.field('address')} />
        <TextArea
          label="Your work"
          hint="Which work is used, and where it can be found."
          maxLength={1000}
          {...sending.field('work')}
        />
        <TextField label="Name" autoComplete="name" {...sending.field('name')} />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          hint="We’ll send the decision to this address."
          {...sending.field('email')}
        />
        <Checkbox
          label="I hold the rights to this work or act for whoever does, and believe that its use here is not permitted."
          {...form.register('confirmed')}
          {...errorOf(form, 'confirmed')}
        />
        <CaptchaField form={form} tries={sending.tries} />
      </ServerForm>
    </div>
  );
}
