import { GuestFollow } from '@scoville/contract/community/follows/follows.ts';
import type { MusicianRef } from '@scoville/contract/accounts/users/users.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { ServerForm, useServerForm } from '../../platform/forms/server-form.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { ChoiceCards } from '../../platform/ui/choice-cards.tsx';
import { SuccessMessage } from '../../platform/ui/success-message.tsx';
import { TextField } from '../../platform/ui/text-field.tsx';
import { toast } from '../../platform/ui/toasts.ts';
import type { During } from '../../platform/ui/use-underway.ts';
import { FOLLOW_CHOICES, FOLLOW_QUESTION } from './follow-types.ts';
import { useFollow } from './follows.calls.ts';

interface GuestFormProps {
  musician: MusicianRef;
  during: During;
  onClose: () => void;
}

/**
 * Subscribes a guest by email to one kind of a musician's news. Afterwards, the form asks the guest to open the mail
 * and confirm.
 */
export function GuestForm({ musician, during, onClose }: GuestFormProps) {
  const follow = useFollow(musician.id);
  const form = useForm({
    mode: 'onTouched',
    resolver: zodResolver(GuestFollow),
    // No kind of news is preselected.
    defaultValues: { type: null as unknown as 'curated', email: '', emailConfirmation: '' },
  });
  const sending = useServerForm(form, async ({ type, email }) => {
    await during(follow.mutateAsync({ type, email }));
    toast('success', 'Successfully subscribed!');
  });
  if (follow.isSuccess)
    return (
      <div className="flex flex-col gap-4">
        <SuccessMessage>
          One more step: we sent an email to {form.getValues('email').trim()}. Open the link in it to get updates about{' '}
          <bdi>{musician.displayName}</bdi>.
        </SuccessMessage>
        <Button variant="main" size="large" onClick={onClose}>
          Close
        </Button>
      </div>
    );
  return (
    <ServerForm of={sending} label="Subscribe">
      <ChoiceCards legend={FOLLOW_QUESTION} choices={FOLLOW_CHOICES} {...sending.field('type')} />
      <TextField label="Email" type="email" autoComplete="email" {...sending.field('email')} />
      <TextField label="Confirm email" type="email" autoComplete="off" {...sending.field('emailConfirmation')} />
    </ServerForm>
  );
}
