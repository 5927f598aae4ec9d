import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { TAKEN_DOWN } from '@scoville/contract/catalogue/media/publication.ts';
import { Link } from '@tanstack/react-router';
import { dayText, numberText } from '../../../platform/lib/format.ts';
import { ScoreRing } from '../score-ring.tsx';
import { Checkbox } from '../../../platform/ui/checkbox.tsx';
import { classNames } from '../../../platform/ui/class-names.ts';
import { EditIcon, TrashIcon } from '../../../platform/ui/icons.tsx';
import { IconButton } from '../../../platform/ui/icon-button.tsx';
import { Tooltip } from '../../../platform/ui/tooltip.tsx';
import { MediaLabels } from './media-labels.tsx';
import type { MediaChange } from '../media.calls.ts';
import { isTakenDown } from './publication-locks.ts';
import { PublishActions } from './publish-actions.tsx';
import { SmallCover } from '../../../pipeline/images/small-cover.tsx';

interface OwnMediaRowProps {
  media: Media;
  selected: boolean;
  busy: boolean;
  onSelect: (selected: boolean) => void;
  onChange: (change: MediaChange) => void;
  onDelete: () => void;
}

/** On a wide screen, all rows share the columns of the list. On others, the facts are below the title. */
export const columnsClass = 'xl:col-span-full xl:grid xl:grid-cols-subgrid xl:gap-x-5';

/** A fact with its name. On a wide screen, the column's heading shows the name. */
function Fact({ name, value, isNumber = false }: { name: string; value: string; isNumber?: boolean }) {
  return (
    <div
      className={classNames(
        'flex gap-1 whitespace-nowrap xl:order-2 xl:block xl:text-base',
        isNumber && 'flex-row-reverse xl:text-right xl:text-text',
      )}
    >
      <dt className="xl:sr-only">{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The row of one of the user's own songs or videos, with its facts, its state and its actions. */
export function OwnMediaRow({ media, selected, busy, onSelect, onChange, onDelete }: OwnMediaRowProps) {
  const edit = { to: '/account/media/edit/$id', params: { id: media.id } } as const;
  return (
    <li
      className={classNames(
        'grid grid-cols-[40px_56px_minmax(0,1fr)] items-center gap-x-3 gap-y-2 border-b border-line py-3 last:border-0 md:grid-cols-[40px_56px_minmax(0,1fr)_auto]',
        columnsClass,
      )}
    >
      <Checkbox
        hideLabel
        label={`Select ${media.title}`}
        checked={selected}
        onChange={(event) => onSelect(event.target.checked)}
      />
      <SmallCover media={media} size={200} className="size-14" />
      <div className="flex min-w-0 flex-col gap-1 xl:contents">
        <div className="min-w-0">
          <span className="flex min-w-0 items-center gap-2">
            <Link {...edit} dir="auto" className="truncate py-1 font-[550] hover:underline" title={media.title}>
              {media.title}
            </Link>
            {media.band !== 'D' && <ScoreRing score={media.score} band={media.band} />}
          </span>
          {isTakenDown(media) && <p className="text-caption text-error">{TAKEN_DOWN}</p>}
          {media.error !== null && <p className="text-caption break-words text-error">{media.error.message}</p>}
        </div>
        <dl className="tabular flex flex-wrap gap-x-3 text-caption text-muted xl:contents">
          <Fact name="plays" value={numberText(media.playCount)} isNumber />
          <Fact name="favorites" value={numberText(media.rememberCount)} isNumber />
          <Fact
            name={media.publishedOn === null ? 'uploaded' : 'published'}
            value={dayText(media.publishedOn ?? media.createdOn)}
          />
        </dl>
      </div>
      {/* The labels are beside the actions, because a line of their own would make some rows higher than others. */}
      <div className="col-span-3 flex flex-wrap items-center justify-end gap-x-3 gap-y-2 md:col-span-1 xl:contents">
        <div className="mr-auto md:max-w-44 xl:order-1 xl:max-w-none">
          <MediaLabels media={media} />
          {media.published && !media.underReview && media.band !== 'D' && (
            <span className="text-muted max-xl:hidden">Published</span>
          )}
        </div>
        <div className="flex flex-wrap items-center justify-end gap-1 xl:order-3">
          <PublishActions media={media} busy={busy} onChange={onChange} />
          {/* Narrow phones have no room for all actions in one line, so both icons move to the next one. */}
          <span className="flex gap-1">
            <Tooltip text="Edit" delay={300}>
              <Link
                {...edit}
                aria-label={`Edit ${media.title}`}
                className="grid size-[42px] place-items-center rounded-control hover:bg-raised"
              >
                <EditIcon />
              </Link>
            </Tooltip>
            <IconButton label={`Delete ${media.title}`} onClick={onDelete}>
              <TrashIcon />
            </IconButton>
          </span>
        </div>
      </div>
    </li>
  );
}
