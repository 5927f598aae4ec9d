import { errorText } from '@scoville/contract/platform/http/errors.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { type Playlist, PlaylistFields } from '@scoville/contract/catalogue/playlists/playlists.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { safeParse } from 'zod/mini';
import { NextPage } from '../../platform/lib/next-page.tsx';
import { useMe, useSettings } from '../../platform/lib/query.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Checkbox } from '../../platform/ui/checkbox.tsx';
import { Dialog } from '../../platform/ui/dialog.tsx';
import { ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { TextField } from '../../platform/ui/text-field.tsx';
import { type During, useUnderway } from '../../platform/ui/use-underway.ts';
import { ownPlaylistPages, invalidatePlaylists, savePlaylist, setHeld } from './playlists.calls.ts';

interface AddToPlaylistProps {
  media: MediaSummary;
  onClose: () => void;
}

/** Adds a song or video to the user's own playlists, or to a new one. Visitors see a link to sign in. */
export function AddToPlaylist({ media, onClose }: AddToPlaylistProps) {
  const me = useMe();
  const [isSending, during] = useUnderway();
  return (
    <Dialog title="Add to playlist" busy={isSending} onClose={onClose}>
      {me ? (
        <div className="flex flex-col gap-5">
          <p dir="auto" className="truncate font-[600]">
            {media.title}
          </p>
          <Choice mediaId={media.id} during={during} />
          <NewPlaylist mediaId={media.id} during={during} />
        </div>
      ) : (
        <p>
          <Link to="/login" className="inline-flex min-h-10 items-center underline underline-offset-[3px]">
            Log in to create playlists
          </Link>
        </p>
      )}
    </Dialog>
  );
}

interface PartProps {
  mediaId: string;
  during: During;
}

function Choice({ mediaId, during }: PartProps) {
  const { productName } = useSettings();
  const list = useInfiniteQuery(ownPlaylistPages(mediaId));
  if (list.isPending)
    return (
      <Loading label="Loading your playlists">
        <Skeleton className="h-10 w-full" />
      </Loading>
    );
  if (!list.data)
    return <ErrorState message={errorText(list.error ?? {}, productName)} onRetry={() => void list.refetch()} />;
  const playlists = list.data.pages.flatMap((page) => page.playlists);
  if (playlists.length === 0) return <p className="text-muted">You have no playlists yet.</p>;
  return (
    <fieldset>
      <legend className="sr-only">Your playlists</legend>
      <ul>
        {playlists.map((one) => (
          <li key={one.id}>
            <Held playlist={one} mediaId={mediaId} during={during} />
          </li>
        ))}
      </ul>
      <NextPage list={list} />
    </fieldset>
  );
}

/** A checkbox for one playlist, checked while the playlist contains the item. */
function Held({ playlist, mediaId, during }: PartProps & { playlist: Playlist }) {
  const client = useQueryClient();
  const { productName } = useSettings();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const [problem, setProblem] = useState<string>();
  const change = async (isHeld: boolean) => {
    setWanted(isHeld);
    setProblem(undefined);
    try {
      await during(setHeld(playlist.id, mediaId, isHeld));
      await invalidatePlaylists(client);
    } catch (error) {
      setProblem(errorText(error instanceof Error ? error : {}, productName));
    }
    setWanted(null);
  };
  return (
    <Checkbox
      label={playlist.name}
      className="wrap-anywhere"
      checked={wanted ?? playlist.holds ?? false}
      // A change can't be undone while its request is under way.
      disabled={wanted !== null}
      onChange={(event) => void change(event.target.checked)}
      {...(problem !== undefined && { error: problem })}
      onDismissError={() => setProblem(undefined)}
    />
  );
}

function NewPlaylist({ mediaId, during }: PartProps) {
  const client = useQueryClient();
  const { productName } = useSettings();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const parsed = safeParse(PlaylistFields.shape.name, name);
    if (!parsed.success) return setProblem(parsed.error.issues[0]?.message);
    setSending(true);
    try {
      await during(savePlaylist(null, { name, media: [mediaId] }));
      setName('');
      await invalidatePlaylists(client);
    } catch (error) {
      setProblem(errorText(error instanceof Error ? error : {}, productName));
    }
    setSending(false);
  };
  return (
    <form
      noValidate
      className="flex items-end gap-2 border-t border-line pt-4"
      onSubmit={(event) => void submit(event)}
    >
      <div className="min-w-0 grow">
        <TextField
          label="New playlist"
          placeholder="Name"
          maxLength={100}
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.target.value);
            setProblem(undefined);
          }}
        />
      </div>
      <Button type="submit" variant="main" busy={isSending}>
        Create
      </Button>
    </form>
  );
}
