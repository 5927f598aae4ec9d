import { type Follow, type FollowType, MemberFollow } from '@scoville/contract/community/follows/follows.ts';
import type { MusicianRef } from '@scoville/contract/accounts/users/users.ts';
import { errorText } from '@scoville/contract/platform/http/errors.ts';
import { isolated } from '@scoville/contract/platform/lib/isolated.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { ServerForm, useServerForm } from '../../platform/forms/server-form.tsx';
import { showFailure } from '../../platform/lib/fail.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { Button } from '../../platform/ui/button.tsx';
import { ChoiceCards } from '../../platform/ui/choice-cards.tsx';
import { ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { toast } from '../../platform/ui/toasts.ts';
import type { During } from '../../platform/ui/use-underway.ts';
import { FOLLOW_CHOICES, FOLLOW_QUESTION } from './follow-types.ts';
import { useFollow, useFollowOf, useUnfollow } from './follows.calls.ts';

interface MemberFormProps {
  musician: MusicianRef;
  during: During;
  onClose: () => void;
}

/** Starts, changes or cancels a signed-in user's subscription to a musician's news. */
export function MemberForm({ musician, during, onClose }: MemberFormProps) {
  const { productName } = useSettings();
  const { data, error, refetch } = useFollowOf(musician.id);
  if (error) return <ErrorState message={errorText(error, productName)} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <Loading label="Loading your subscription">
        <Skeleton className="h-24 w-full" />
      </Loading>
    );
  return <Form musician={musician} before={data.subscription} during={during} onClose={onClose} />;
}

function Form({ musician, before, during, onClose }: MemberFormProps & { before: Follow | null }) {
  const { productName } = useSettings();
  const follow = useFollow(musician.id);
  const unfollow = useUnfollow(musician.id);
  const form = useForm({
    resolver: zodResolver(MemberFollow),
    // No kind of news is preselected.
    defaultValues: { type: (before?.type ?? null) as unknown as FollowType },
  });
  const saving = useServerForm(form, async (chosen) => {
    await during(follow.mutateAsync(chosen));
    toast('success', before === null ? 'Successfully subscribed!' : 'Successfully updated!');
    onClose();
  });
  const cancel = async (id: string) => {
    try {
      await during(unfollow.mutateAsync(id));
      toast('success', `You are no longer subscribed to ${isolated(musician.displayName)}.`);
      onClose();
    } catch (failure) {
      showFailure(failure, productName);
    }
  };
  return (
    <ServerForm
      of={saving}
      label={before === null ? 'Subscribe' : 'Save'}
      actions={
        before?.id && (
          <Button size="large" busy={unfollow.isPending} onClick={() => void cancel(before.id ?? '')}>
            Cancel subscription
          </Button>
        )
      }
    >
      <ChoiceCards legend={FOLLOW_QUESTION} choices={FOLLOW_CHOICES} {...saving.field('type')} />
    </ServerForm>
  );
}
