import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { Link } from '@tanstack/react-router';
import { SmallCover } from '../../pipeline/images/small-cover.tsx';
import { ScoreRing } from '../../catalogue/media/score-ring.tsx';
import { nameOf } from '@scoville/contract/platform/http/addresses.ts';
import { busyTrigger } from '../../platform/ui/busy-trigger.ts';
import { Checkbox } from '../../platform/ui/checkbox.tsx';
import { MoreIcon } from '../../platform/ui/icons.tsx';
import { IconButton } from '../../platform/ui/icon-button.tsx';
import { Menu } from '../../platform/ui/menu.tsx';
import { TableCell, TableRow } from '../../platform/ui/table.tsx';
import { MediaMenuItems, type MediaMenuItemsProps } from './media-menu-items.tsx';
import { dayText } from '../../platform/lib/format.ts';

interface AdminMediaRowProps extends MediaMenuItemsProps {
  selected: boolean;
  busy: boolean;
  onSelect: (selected: boolean) => void;
}

/** One row of the table: checkbox, thumbnail, title, name, genre, mood, published, curation, rejected, menu. */
export function AdminMediaRow({ media, selected, busy, onSelect, ...items }: AdminMediaRowProps) {
  const { title, musician, curatedGenre, curatedMood, publishedOn, rejectedOn, rejectedBy } = media;
  return (
    <TableRow data-media={media.id}>
      <TableCell className="md:w-12">
        <Checkbox
          hideLabel
          label={`Select ${title}`}
          checked={selected}
          onChange={(event) => onSelect(event.target.checked)}
        />
      </TableCell>
      <TableCell>
        <SmallCover media={media} size={200} className="size-12 min-w-12" />
      </TableCell>
      <TableCell className="md:min-w-44">
        <Link
          to="/$name/$item"
          params={{ name: nameOf(musician), item: media.id }}
          className="line-clamp-2 font-[550] break-words hover:underline"
        >
          {title}
        </Link>
        {media.pinnedFavorite && <span className="text-caption text-amber">Certified Hot</span>}
      </TableCell>
      <TableCell name="Name" className="break-words md:min-w-32">
        {musician.displayName}
      </TableCell>
      <TableCell name="Genre" className="whitespace-nowrap">
        {curatedGenre?.name ?? <None word="None" />}
      </TableCell>
      <TableCell name="Mood" className="whitespace-nowrap">
        {curatedMood?.name ?? <None word="None" />}
      </TableCell>
      <TableCell name="Published" className="whitespace-nowrap">
        {publishedOn === null ? <None /> : dayText(publishedOn)}
      </TableCell>
      <TableCell name="Curation" className="md:min-w-32">
        <Curation media={media} />
      </TableCell>
      <TableCell name="Rejected" className="md:min-w-28">
        {rejectedOn === null ? (
          <None />
        ) : (
          <>
            <span className="whitespace-nowrap">{dayText(rejectedOn)}</span>
            {rejectedBy !== null && <span className="block text-caption text-muted">by {rejectedBy.displayName}</span>}
          </>
        )}
      </TableCell>
      <TableCell actions className="md:w-12">
        <RowMenu media={media} busy={busy} {...items} />
      </TableCell>
    </TableRow>
  );
}

const None = ({ word = 'No' }: { word?: string }) => <span className="text-muted">{word}</span>;

/** The state of the item's review: its score, under review, chopped, or not requested. */
function Curation({ media }: { media: Media }) {
  if (media.score !== null)
    return (
      <span className="flex items-center gap-2">
        <ScoreRing score={media.score} band={media.band} />
        {media.rejectedOn !== null && <span className="text-muted">Chopped</span>}
      </span>
    );
  if (media.rejectedOn !== null) return <span className="text-muted">Chopped</span>;
  if (media.underReview) return <>Under review</>;
  if (media.stage !== 'Complete') return <span className="text-muted">{media.stage}</span>;
  return <None />;
}

function RowMenu({ busy, ...items }: MediaMenuItemsProps & { busy: boolean }) {
  const label = `Actions for ${items.media.title}`;
  return (
    <Menu
      label={label}
      renderTrigger={(props) => (
        <IconButton {...busyTrigger(props, busy)} label={label}>
          <MoreIcon />
        </IconButton>
      )}
    >
      <MediaMenuItems {...items} />
    </Menu>
  );
}
