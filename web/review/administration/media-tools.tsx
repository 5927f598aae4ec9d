import { type Media, type MediaSummary, media as mediaEndpoint } from '@scoville/contract/catalogue/media/media.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useState } from 'react';
import { FlaggedComments } from '../../community/comments/flagged-comments.tsx';
import { CurateDialog } from '../curation/curate-dialog.tsx';
import { showFailure } from '../../platform/lib/fail.ts';
import { isNotFound } from '../../platform/lib/conflicts.ts';
import { queryOf, useSettings } from '../../platform/lib/query.ts';
import { invalidateMedia } from '../../catalogue/media/media.calls.ts';
import { LateMenu, type LateListProps } from '../../platform/ui/late-menu.tsx';
import { MenuList } from '../../platform/ui/menu.tsx';
import { ActionDialog, type PendingAction } from './action-dialog.tsx';
import type { MediaAction } from './media-actions.ts';
import { MediaMenuItems } from './media-menu-items.tsx';
import { rowMenu } from './row-menu.tsx';
import { useActionRunner } from './use-action-runner.ts';

interface Choices {
  id: string;
  label: string;
  onCurate: (media: Media) => void;
  onFlagged: (media: Media) => void;
  onAction: (action: MediaAction, media: Media) => void;
}
const MenuChoices = createContext<Choices | null>(null);

const wholeMedia = (id: string) => queryOf(mediaEndpoint, { params: { id } });

/**
 * The menu of an administrator's actions on one song or video in a grid. The permissions are fetched when the menu is
 * about to open.
 */
export function MediaTools({ media: { id, title } }: { media: MediaSummary }) {
  const client = useQueryClient();
  const [pending, setPending] = useState<PendingAction | null>(null);
  const { busy, run } = useActionRunner(pending);
  const [curating, setCurating] = useState<Media | null>(null);
  const [flagged, setFlagged] = useState<Media | null>(null);
  const { productName } = useSettings();
  const { label, renderTrigger } = rowMenu(title, busy);
  const onFailed = (error: unknown) => {
    showFailure(error, productName, 'The menu could not be loaded.');
    // The media item was deleted in the meantime: refetches its list, which no longer contains the item.
    if (isNotFound(error)) void invalidateMedia(client);
  };
  const onAction = (action: MediaAction, media: Media) => {
    if (action.dialog) setPending({ action, chosen: [media] });
    else void run(action, [media]);
  };
  return (
    <MenuChoices value={{ id, label, onCurate: setCurating, onFlagged: setFlagged, onAction }}>
      <LateMenu
        load={() => client.ensureQueryData(wholeMedia(id)).then(() => ({ default: Choices }))}
        onFailed={onFailed}
        renderTrigger={renderTrigger}
      />
      {pending && (
        <ActionDialog
          pending={pending}
          busy={busy}
          onClose={() => setPending(null)}
          onGo={(asked) => void run(pending.action, pending.chosen, asked).then((isOver) => isOver && setPending(null))}
        />
      )}
      {curating && <CurateDialog media={curating} onClose={() => setCurating(null)} />}
      {flagged && <FlaggedComments media={flagged} onClose={() => setFlagged(null)} />}
    </MenuChoices>
  );
}

/** The list of the menu, rendered once the administrator's permissions for the media item are loaded. */
function Choices(list: LateListProps) {
  const { id, label, onCurate, onFlagged, onAction } = use(MenuChoices)!;
  const { data } = useQuery(wholeMedia(id));
  return (
    <MenuList label={label} {...list}>
      {data && (
        <MediaMenuItems
          media={data}
          onCurate={() => onCurate(data)}
          onFlagged={() => onFlagged(data)}
          onAction={(action) => onAction(action, data)}
        />
      )}
    </MenuList>
  );
}
