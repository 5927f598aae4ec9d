import { errorText } from '@scoville/contract/platform/http/errors.ts';
import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormError } from '../../platform/forms/form-error.tsx';
import { useSettings } from '../../platform/lib/query.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Checkbox } from '../../platform/ui/checkbox.tsx';
import { Dialog } from '../../platform/ui/dialog.tsx';
import { SortableList } from '../../platform/ui/sortable.tsx';
import { ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { ownSongsQuery, saveAlbumSongs } from './albums.calls.ts';

interface ChooseSongsProps {
  album: { id: string; title: string };
  ownerId: string;
  /** The current songs of the album. */
  songs: readonly MediaSummary[];
  onClose: () => void;
}

/** The dialog in which the owner chooses an album's songs and their order. */
export function ChooseSongs({ album, ownerId, songs, onClose }: ChooseSongsProps) {
  const client = useQueryClient();
  const { productName } = useSettings();
  const all = useQuery(ownSongsQuery(ownerId));
  const [chosen, setChosen] = useState<readonly MediaSummary[]>(songs);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const others = (all.data ?? []).filter(({ id }) => chosen.every((one) => one.id !== id));
  const choose = (media: MediaSummary, isIn: boolean) =>
    setChosen(isIn ? [...chosen, media] : chosen.filter(({ id }) => id !== media.id));
  const save = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await saveAlbumSongs(
        client,
        album.id,
        chosen.map(({ id }) => id),
      );
      onClose();
    } catch (error) {
      setProblem(errorText(error instanceof Error ? error : {}, productName));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={sentence`Songs of ${album.title}`}
      busy={busy}
      unsaved={chosen !== songs}
      onClose={onClose}
      actions={
        <>
          <Button variant="plain" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="main" busy={busy} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormError message={problem} onDismiss={() => setProblem(null)} />
        {chosen.length > 0 && (
          <SortableList
            items={chosen}
            label="Songs in the album"
            nameOf={({ title }) => title}
            onSort={(sorted) => setChosen(sorted)}
          >
            {(one, _, handle) => (
              <div className="flex items-center gap-1 bg-surface">
                {handle}
                <Checkbox
                  label={one.title}
                  className="min-w-0 grow wrap-anywhere"
                  checked
                  onChange={() => choose(one, false)}
                />
              </div>
            )}
          </SortableList>
        )}
        {all.isPending ? (
          <Loading label="Loading your songs">
            <Skeleton className="h-10 w-full" />
          </Loading>
        ) : all.isLoadingError ? (
          <ErrorState message={errorText(all.error, productName)} onRetry={() => void all.refetch()} />
        ) : (
          <fieldset>
            <legend className="mb-1 text-muted">
              {others.length > 0
                ? 'Your other songs'
                : chosen.length > 0
                  ? 'All your songs are in this album.'
                  : 'You have no songs yet. Upload some, and choose them here.'}
            </legend>
            <ul>
              {others.map((one) => (
                <li key={one.id}>
                  <Checkbox
                    label={one.title}
                    className="wrap-anywhere"
                    checked={false}
                    onChange={() => choose(one, true)}
                  />
                </li>
              ))}
            </ul>
          </fieldset>
        )}
      </div>
    </Dialog>
  );
}
