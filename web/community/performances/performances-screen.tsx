import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import type { Performance } from '@scoville/contract/community/performances.ts';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ComponentProps, Suspense, useState } from 'react';
import { showFailure } from '../../platform/lib/fail.ts';
import { meQuery, useSettings } from '../../platform/lib/query.ts';
import { Button } from '../../platform/ui/button.tsx';
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx';
import { EditIcon, TrashIcon } from '../../platform/ui/icons.tsx';
import { IconButton } from '../../platform/ui/icon-button.tsx';
import { neededPart } from '../../platform/ui/needed-part.tsx';
import { EmptyState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { toast } from '../../platform/ui/toasts.ts';
import { calendarPath, removeShow, invalidateShows } from './performances.calls.ts';
import { ShowDetails } from './show-details.tsx';
import { ShowList } from './show-list.tsx';

/** Loaded separately, because the list of shows doesn't need it. */
const LateShowForm = neededPart(async () => ({ default: (await import('./show-form.tsx')).ShowForm }));
const ShowForm = (props: ComponentProps<typeof LateShowForm>) => (
  <Suspense
    fallback={
      <Loading label="Loading the form">
        <Skeleton className="h-96 w-full" />
      </Loading>
    }
  >
    <LateShowForm {...props} />
  </Suspense>
);

const route = getRouteApi('/account/performances');

/**
 * A musician's own shows: upcoming ones, which can be added and changed here, and past ones, to which a show moves once
 * it is over.
 */
export function PerformancesScreen() {
  const me = useSuspenseQuery(meQuery()).data;
  const { add = false } = route.useSearch();
  const navigate = route.useNavigate();
  /**
   * The shows that are being edited, each in a form of its own, so that editing a second one keeps the input in the
   * first.
   */
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set());
  const [toRemove, setToRemove] = useState<Performance | null>(null);
  const edit = (id: string) => setEdited((all) => new Set(all).add(id));
  const endEdit = (id: string) => setEdited((all) => new Set([...all].filter((other) => other !== id)));
  const setAdding = (open: boolean) => void navigate({ search: open ? { add: true } : {}, replace: true });
  if (!me) return null;
  const line = (show: Performance) =>
    edited.has(show.id) ? (
      <ShowForm show={show} onClose={() => endEdit(show.id)} />
    ) : (
      <div className="flex items-start justify-between gap-3">
        <ShowDetails show={show} />
        <div className="flex flex-none">
          <IconButton label={`Edit ${show.name}`} onClick={() => edit(show.id)}>
            <EditIcon />
          </IconButton>
          <IconButton label={`Remove ${show.name}`} onClick={() => setToRemove(show)}>
            <TrashIcon />
          </IconButton>
        </div>
      </div>
    );
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-6 py-8">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-head">Shows</h1>
        {!add && (
          <Button variant="main" onClick={() => setAdding(true)}>
            Add a show
          </Button>
        )}
      </header>
      {add && <ShowForm show={null} onClose={() => setAdding(false)} />}
      <section aria-labelledby="upcoming-shows">
        <h2 id="upcoming-shows" className="text-title">
          Upcoming shows
        </h2>
        <ShowList
          musicianId={me.id}
          when="upcoming"
          label="Upcoming shows"
          empty={<EmptyState>You have no upcoming shows.</EmptyState>}
        >
          {line}
        </ShowList>
      </section>
      <section aria-labelledby="past-shows">
        <h2 id="past-shows" className="text-title">
          Past shows
        </h2>
        <ShowList
          musicianId={me.id}
          when="past"
          label="Past shows"
          empty={<EmptyState>Shows are listed here once their day is over.</EmptyState>}
        >
          {line}
        </ShowList>
      </section>
      <p className="text-muted">
        Your listeners can subscribe to your shows in their calendar:{' '}
        <a href={calendarPath(me.id)} className="underline underline-offset-4">
          the calendar of your shows
        </a>
      </p>
      {toRemove && <RemoveDialog show={toRemove} onClose={() => setToRemove(null)} />}
    </div>
  );
}

function RemoveDialog({ show, onClose }: { show: Performance; onClose: () => void }) {
  const client = useQueryClient();
  const { productName } = useSettings();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await removeShow(show.id);
      toast('success', sentence`Removed ${show.name}.`);
      await invalidateShows(client);
    } catch (error) {
      showFailure(error, productName, 'The show could not be removed.');
    }
    onClose();
  };
  return (
    <ConfirmDialog
      title="Remove show"
      confirm="Remove"
      danger
      busy={busy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>
        “<bdi>{show.name}</bdi>” will be removed from your profile and from your listeners’ calendars. This cannot be
        undone.
      </p>
    </ConfirmDialog>
  );
}
