import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { Link } from '@tanstack/react-router';
import { SmallCover } from '../../pipeline/images/small-cover.tsx';
import { ScoreRing } from '../../catalogue/media/score-ring.tsx';
import { nameOf } from '@scoville/contract/platform/http/addresses.ts';
import { Menu } from '../../platform/ui/menu.tsx';
import type { Column } from './data-table.tsx';
import type { MediaAction } from './media-actions.ts';
import { MediaMenuItems } from './media-menu-items.tsx';
import { rowMenu } from './row-menu.tsx';
import { dayText } from '../../platform/lib/format.ts';

interface MediaColumns {
  busy: boolean;
  onCurate: (media: Media) => void;
  onFlagged: (media: Media) => void;
  onAction: (action: MediaAction, media: Media) => void;
}

/** The columns of a row: thumbnail, title, name, genre, mood, published, curation, rejected, menu. */
export const mediaColumns = ({ busy, onCurate, onFlagged, onAction }: MediaColumns): Column<Media>[] => [
  {
    name: 'Thumbnail',
    kind: 'unnamed',
    render: (media) => <SmallCover media={media} size={200} className="size-12 min-w-12" />,
  },
  {
    name: 'Title',
    kind: 'plain',
    className: 'md:min-w-44',
    render: ({ id, title, musician, pinnedFavorite }) => (
      <>
        <Link
          to="/$name/$item"
          params={{ name: nameOf(musician), item: id }}
          className="line-clamp-2 font-[550] break-words hover:underline"
        >
          {title}
        </Link>
        {pinnedFavorite && <span className="text-caption text-amber">Certified Hot</span>}
      </>
    ),
  },
  { name: 'Name', className: 'break-words md:min-w-32', render: ({ musician }) => musician.displayName },
  { name: 'Genre', nowrap: true, render: ({ curatedGenre }) => curatedGenre?.name ?? <None word="None" /> },
  { name: 'Mood', nowrap: true, render: ({ curatedMood }) => curatedMood?.name ?? <None word="None" /> },
  { name: 'Published', nowrap: true, render: ({ publishedOn: on }) => (on === null ? <None /> : dayText(on)) },
  { name: 'Curation', className: 'md:min-w-32', render: (media) => <Curation media={media} /> },
  { name: 'Rejected', className: 'md:min-w-28', render: (media) => <Rejected media={media} /> },
  {
    name: 'Actions',
    kind: 'menu',
    render: (media) => (
      <Menu {...rowMenu(media.title, busy)}>
        <MediaMenuItems
          media={media}
          onCurate={() => onCurate(media)}
          onFlagged={() => onFlagged(media)}
          onAction={(action) => onAction(action, media)}
        />
      </Menu>
    ),
  },
];

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

function Rejected({ media: { rejectedOn, rejectedBy } }: { media: Media }) {
  if (rejectedOn === null) return <None />;
  return (
    <>
      <span className="whitespace-nowrap">{dayText(rejectedOn)}</span>
      {rejectedBy !== null && <span className="block text-caption text-muted">by {rejectedBy.displayName}</span>}
    </>
  );
}
