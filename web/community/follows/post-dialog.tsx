import { MAX_POST_LENGTH, NewPost } from '@scoville/contract/community/follows/posts.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { ServerForm, useServerForm } from '../../platform/forms/server-form.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { Dialog } from '../../platform/ui/dialog.tsx';
import { TextArea } from '../../platform/ui/text-area.tsx';
import { useWritePost } from './posts.calls.ts';

/** The form for a musician's post to all followers. */
export function PostDialog({ musicianId, onClose }: { musicianId: string; onClose: () => void }) {
  const write = useWritePost(musicianId);
  const form = useForm({ resolver: zodResolver(NewPost), defaultValues: { text: '' } });
  const sending = useServerForm(form, async ({ text }) => {
    await write.mutateAsync(text);
    onClose();
  });
  return (
    <Dialog title="Tell your followers" busy={sending.isSubmitting} onClose={onClose}>
      <ServerForm
        of={sending}
        label="Publish"
        actions={
          <Button variant="plain" size="large" disabled={sending.isSubmitting} onClick={onClose}>
            Cancel
          </Button>
        }
      >
        <TextArea
          label="What is new?"
          hint="It appears on your profile and your followers are notified. You can post once every seven days."
          rows={5}
          maxLength={MAX_POST_LENGTH}
          {...sending.field('text')}
        />
      </ServerForm>
    </Dialog>
  );
}
