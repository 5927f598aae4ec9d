import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Composer } from './composer.tsx';
import { useSendMessage } from './messages.calls.ts';
import { type Recipient, RecipientPicker } from './recipient-picker.tsx';

interface NewConvoProps {
  myId: string;
  /** Whom it begins with. */
  first: readonly Recipient[];
  onSent: (convoId: string) => void;
  onCancel: () => void;
}

/** A conversation that nobody knows of yet: it comes to be with its first message. */
export function NewConvo({ myId, first, onSent, onCancel }: NewConvoProps) {
  const [picked, setPicked] = useState<Recipient[]>([...first]);
  const send = useSendMessage();
  return (
    <section aria-label="New conversation" className="flex grow flex-col gap-4">
      <header className="flex items-center justify-between gap-2 border-b border-line pb-3">
        <h2 className="text-title">New conversation</h2>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </header>
      <RecipientPicker myId={myId} picked={picked} onChange={setPicked} />
      <div className="mt-auto">
        <Composer
          draft="new"
          disabled={picked.length === 0}
          onSend={async (text) => {
            const { convo } = await send.mutateAsync({
              convo: { users: picked.map(({ id }) => id) },
              message: { text },
            });
            onSent(convo.id);
          }}
        />
      </div>
    </section>
  );
}
