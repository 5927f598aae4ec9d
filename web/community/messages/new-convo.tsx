import { useRef, useState } from 'react';
import { Button } from '../../platform/ui/button.tsx';
import { Composer } from './composer.tsx';
import { draftName } from './convo-labels.ts';
import { forgetDraft, readDraft, saveDraft } from '../../platform/lib/drafts.ts';
import { type Recipient, RecipientPicker } from './recipient-picker.tsx';
import { useSendMessage } from './use-send-message.ts';

interface NewConvoProps {
  myId: string;
  /** The initial recipients. */
  first: readonly Recipient[];
  /** The name of the draft. */
  draft: string;
  onSent: (convoId: string) => void;
  onCancel: () => void;
}

/** A conversation that doesn't exist yet: its first message creates it. */
export function NewConvo({ myId, first, draft, onSent, onCancel }: NewConvoProps) {
  const [picked, setPicked] = useState<readonly Recipient[]>(() => {
    const { to } = readDraft(myId, draft);
    // A user who opened this form from a profile finds that account among the recipients.
    return first.every(({ id }) => to.some((one) => one.id === id)) ? to : first;
  });
  const send = useSendMessage();
  const sentFrom = useRef('');
  const pick = (next: readonly Recipient[]) => {
    setPicked(next);
    saveDraft(myId, draft, { to: next.map(({ id, displayName }) => ({ id, displayName })) });
  };
  const cancel = () => {
    forgetDraft(myId, draft);
    onCancel();
  };
  return (
    <section aria-label="New conversation" className="flex grow flex-col gap-4">
      <header className="flex items-center justify-between gap-2 border-b border-line pb-3">
        <h2 className="text-title">New conversation</h2>
        <Button size="small" onClick={cancel}>
          Cancel
        </Button>
      </header>
      <RecipientPicker myId={myId} picked={picked} onChange={pick} />
      <div className="mt-auto">
        <Composer
          myId={myId}
          draft={draft}
          disabled={picked.length === 0}
          onSend={(text) => {
            sentFrom.current = location.href;
            return send.mutateAsync({ convo: { users: picked.map(({ id }) => id) }, message: { text } });
          }}
          onSent={({ convo }, since) => {
            // Text typed in the meantime becomes the draft of the new conversation.
            forgetDraft(myId, draft);
            if (since !== '') saveDraft(myId, draftName(convo, myId), { text: since });
            // If the user has opened another page in the meantime, that page stays open.
            if (location.href === sentFrom.current) onSent(convo.id);
          }}
        />
      </div>
    </section>
  );
}
