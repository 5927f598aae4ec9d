import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { SmallCover } from '../../../pipeline/images/small-cover.tsx';
import { Button } from '../../../platform/ui/button.tsx';
import { classNames } from '../../../platform/ui/class-names.ts';
import { PauseIcon, PlayIcon } from '../../../platform/ui/first-icons.tsx';
import { IconButton } from '../../../platform/ui/icon-button.tsx';
import { CloseIcon } from '../../../platform/ui/icons.tsx';
import { focusNearRow } from '../../../platform/ui/focus-near-row.ts';
import { SortableList } from '../../../platform/ui/sortable.tsx';
import { EmptyState } from '../../../platform/ui/states.tsx';
import { timeText } from '../../../catalogue/player/clock.ts';
import { dispatch, prefetchHandlers, usePlayer } from '../../../catalogue/player/player.ts';
import { useKeepsPlaying } from '../../../catalogue/player/settings/keep-playing-choice.ts';
import { readPlaces } from '../../../catalogue/player/queue/read-queue.ts';
import { useRecommendedText } from '../../../catalogue/player/queue/recommended.ts';

/** Number of rows of a long queue that are rendered at once; each can be dragged, which is expensive. */
const ROWS = 100;
/** Number of rows before the current track. */
const BEFORE = 10;

/** The past, current and upcoming tracks, in playing order. */
export function QueueList() {
  const queue = usePlayer((state) => state.queue);
  const index = usePlayer((state) => state.index);
  const isKept = useKeepsPlaying();
  const repeats = usePlayer((state) => state.repeat !== 'off');
  const [rows, setRows] = useState(ROWS);
  // A list that fits is shown whole, a long one from a few rows before the current track on.
  const first = queue.length <= rows ? 0 : Math.max(0, Math.min(index - BEFORE, queue.length - rows));
  const shown = queue.slice(first, first + rows);
  const end = first + shown.length;
  useEffect(() => readPlaces([first, end]), [first, end]);
  const after = queue.length - end;
  return (
    <>
      <SortableList
        items={shown}
        label="Tracks in the queue"
        nameOf={({ title }) => title}
        onSort={(items) => dispatch({ type: 'sort', ids: items.map(({ id }) => id) })}
      >
        {(media, place, handle) => <Row media={media} isCurrent={first + place === index} handle={handle} />}
      </SortableList>
      {queue.length === 1 && (
        <EmptyState>
          Nothing follows{isKept && !repeats && ' except recommendations'}. To add more, choose “Play next” or “Add to
          queue” in a song or video’s menu.
        </EmptyState>
      )}
      {first + after > 0 && (
        <div className="flex justify-center pt-4">
          <Button size="small" onClick={() => setRows(rows + ROWS)}>
            Show {Math.min(ROWS, first + after)} more
          </Button>
        </div>
      )}
    </>
  );
}

function Row({ media, isCurrent, handle }: { media: MediaSummary; isCurrent: boolean; handle: ReactNode }) {
  const isPlaying = usePlayer((state) => isCurrent && state.status === 'playing');
  const { id, title, musician, length } = media;
  const recommended = useRecommendedText(id);
  return (
    <div
      aria-current={isCurrent}
      className={classNames('flex items-center gap-1 rounded-control py-1.5 pr-1', isCurrent && 'bg-raised')}
    >
      {handle}
      <button
        type="button"
        aria-label={`${isPlaying ? 'Pause' : 'Play'} ${title}`}
        {...prefetchHandlers(media)}
        onClick={() => dispatch(isCurrent ? { type: 'toggle' } : { type: 'jump', id })}
        className="group/row relative flex-none overflow-hidden rounded-[8px]"
      >
        <SmallCover media={media} size={200} className="size-11 rounded-[8px]!" />
        <span
          className={classNames(
            'absolute inset-0 grid place-items-center bg-[#16110e99] text-[#f8efe6]',
            !isCurrent && 'opacity-0 group-hover/row:opacity-100 group-focus-visible/row:opacity-100',
          )}
        >
          {isPlaying ? <PauseIcon className="size-5" /> : <PlayIcon className="size-5" />}
        </span>
      </button>
      <div className="min-w-0 flex-1 pl-2">
        <p dir="auto" className="truncate font-[600]" title={title}>
          {title}
        </p>
        <p dir="auto" className="truncate text-caption text-muted">
          {musician.displayName}
        </p>
        {recommended && (
          <p className="truncate text-caption text-muted" title={recommended}>
            {recommended}
          </p>
        )}
      </div>
      {length !== null && <span className="tabular px-1 text-caption text-muted">{timeText(length)}</span>}
      {isCurrent ? (
        <span className="size-[42px] flex-none" />
      ) : (
        <IconButton
          label={`Remove ${title} from the queue`}
          className="text-muted"
          onClick={({ currentTarget }) => {
            focusNearRow(currentTarget);
            dispatch({ type: 'remove', id });
          }}
        >
          <CloseIcon className="size-[18px]" />
        </IconButton>
      )}
    </div>
  );
}
