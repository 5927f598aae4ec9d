import { zodResolver } from '@hookform/resolvers/zod';
import { type Playlist, PlaylistFields } from '@scoville/contract/catalogue/playlists/playlists.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { output } from 'zod/mini';
import { ServerForm, useServerForm } from '../../platform/forms/server-form.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { ChoiceCards } from '../../platform/ui/choice-cards.tsx';
import { Dialog } from '../../platform/ui/dialog.tsx';
import { TextArea } from '../../platform/ui/text-area.tsx';
import { TextField } from '../../platform/ui/text-field.tsx';
import { invalidatePlaylists, savePlaylist } from './playlists.calls.ts';

type Fields = output<typeof PlaylistFields>;

const CHOICES = [
  { value: 'private', label: 'Private', hint: 'Only you.' },
  { value: 'unlisted', label: 'Unlisted', hint: 'Anyone with the link. Not listed anywhere.' },
  { value: 'public', label: 'Public', hint: 'Everyone. Shown on your profile.' },
];

interface PlaylistFormProps {
  /** Null for a new playlist. */
  playlist: Playlist | null;
  /** The ids of the items with which a new playlist starts. */
  media?: readonly string[];
  title?: string;
  onSaved: (saved: Playlist) => void;
  onClose: () => void;
}

/** The dialog for the name, the description and the visibility of a playlist. */
export function PlaylistForm({ playlist, media, title, onSaved, onClose }: PlaylistFormProps) {
  const client = useQueryClient();
  const form = useForm<Fields>({
    mode: 'onTouched',
    resolver: zodResolver(PlaylistFields),
    defaultValues: {
      name: playlist?.name ?? '',
      description: playlist?.description ?? '',
      visibility: playlist?.visibility ?? 'private',
    },
  });
  const sending = useServerForm(form, async (values) => {
    const saved = await savePlaylist(playlist?.id ?? null, { ...values, ...(media && { media: [...media] }) });
    await invalidatePlaylists(client);
    onSaved(saved);
  });
  return (
    <Dialog
      title={title ?? (playlist === null ? 'New playlist' : 'Edit playlist')}
      busy={sending.isSubmitting}
      onClose={onClose}
    >
      <ServerForm
        of={sending}
        label={playlist === null ? 'Create' : 'Save'}
        actions={
          <Button size="large" variant="plain" disabled={sending.isSubmitting} onClick={onClose}>
            Cancel
          </Button>
        }
      >
        <TextField label="Name" maxLength={100} {...sending.field('name')} />
        <TextArea label="Description (optional)" rows={3} maxLength={1000} {...sending.field('description')} />
        <ChoiceCards legend="Who can see it" choices={CHOICES} {...sending.field('visibility')} />
      </ServerForm>
    </Dialog>
  );
}
