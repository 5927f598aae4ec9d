import { errorText } from '@scoville/contract/platform/http/errors.ts';
import { isolated } from '@scoville/contract/platform/lib/isolated.ts';
import { MAX_MESSAGE_LENGTH } from '@scoville/contract/community/messages/messages.ts';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { FormError } from '../../platform/forms/form-error.tsx';
import { type Recipient, RecipientPicker } from './recipient-picker.tsx';
import { useSendMessage } from './use-send-message.ts';
import { Button } from '../../platform/ui/button.tsx';
import { ShareIcon } from '../../platform/ui/icons.tsx';
import { TextArea } from '../../platform/ui/text-area.tsx';
import { toast } from '../../platform/ui/toasts.ts';
import { countShare } from '../../catalogue/sharing/count-share.ts';
import type { ShareToPeopleProps } from '../../catalogue/sharing/people-port.ts';

/** Shares with other members by message. Visitors see a link to sign in. */
export function ShareToPeople({ me, ...props }: ShareToPeopleProps) {
  return me ? (
    <PeopleForm myId={me.id} {...props} />
  ) : (
    <p>
      <Link to="/login" className="inline-flex min-h-10 items-center underline underline-offset-[3px]">
        Login to share within {props.productName}
      </Link>
    </p>
  );
}

function PeopleForm({ myId, what, productName, during, onShared }: Omit<ShareToPeopleProps, 'me'> & { myId: string }) {
  const [picked, setPicked] = useState<Recipient[]>([]);
  const [text, setText] = useState(`Checkout this ${what.kind}`);
  const [missing, setMissing] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const send = useSendMessage();
  const message = {
    ...(text.trim() !== '' && { text }),
    ...(what.media && { media: what.media.id }),
    ...(what.zone && { zone: what.zone.id }),
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (picked.length === 0) {
      setMissing('Please select a user');
      return;
    }
    setSending(true);
    setFailure(null);
    // Each receiver gets the message in a conversation of their own. A retry after a failure skips the receivers who
    // have it already.
    let left = picked;
    const sendToEach = async () => {
      for (const one of picked) {
        await send.mutateAsync({ convo: { users: [one.id] }, message });
        left = left.filter(({ id }) => id !== one.id);
      }
    };
    try {
      await during(sendToEach());
      toast('success', `Shared with ${picked.map(({ displayName }) => isolated(displayName)).join(', ')}`);
      onShared();
    } catch (error) {
      setFailure(errorText(error instanceof Error ? error : {}, productName));
      setPicked(left);
      setSending(false);
    }
    if (left.length < picked.length) countShare(what);
  };
  return (
    <form className="flex flex-col gap-3" onSubmit={(event) => void submit(event)}>
      <RecipientPicker
        myId={myId}
        picked={picked}
        error={missing}
        onChange={(next) => {
          setPicked(next);
          setMissing(undefined);
        }}
      />
      <TextArea
        label="Message (optional)"
        rows={2}
        maxLength={MAX_MESSAGE_LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <FormError message={failure} onDismiss={() => setFailure(null)} />
      <Button type="submit" variant="main" busy={isSending} className="self-start">
        <ShareIcon className="size-5" />
        Share
      </Button>
    </form>
  );
}
