import type { Comment } from '@scoville/contract/community/comments/comments.ts';
import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { shorten } from '@scoville/contract/platform/lib/shorten.ts';
import { useQuery } from '@tanstack/react-query';
import { timeText } from '../../catalogue/player/clock.ts';
import { playFrom } from '../../catalogue/player/play-from.ts';
import { Avatar } from '../../platform/ui/avatar.tsx';
import { Tooltip } from '../../platform/ui/tooltip.tsx';
import { momentsQuery, useCommentsInterval } from './comments.calls.ts';

/** The number of marks that fit below a waveform, even on a phone. */
const PLACES = 14;

interface Mark {
  /** Starts at 0. */
  place: number;
  moment: number;
  comments: Comment[];
}

/** Groups comments by their place along the song or video, earliest first. */
function marksOf(comments: readonly Comment[], length: number): Mark[] {
  const marks = new Map<number, Mark>();
  for (const comment of comments.toSorted((one, other) => (one.moment ?? 0) - (other.moment ?? 0))) {
    if (comment.moment === null) continue;
    const place = Math.min(PLACES - 1, Math.floor((comment.moment / length) * PLACES));
    const mark = marks.get(place) ?? { place, moment: comment.moment, comments: [] };
    mark.comments.push(comment);
    marks.set(place, mark);
  }
  return [...marks.values()];
}

/** Marks below a waveform with the authors of comments about a moment; pressing a mark plays from its moment. */
export function MomentMarks({ media }: { media: MediaSummary }) {
  const { data } = useQuery(momentsQuery(media.id, useCommentsInterval()));
  const { length } = media;
  if (!data || data.comments.length === 0 || length === null || length === 0) return null;
  return (
    <ul aria-label="Timestamped comments" className="relative h-7">
      {marksOf(data.comments, length).map(({ place, moment, comments }) => {
        const [first] = comments;
        if (first === undefined) return null;
        const said = sentence`${first.user.displayName} at ${timeText(moment)}: ${first.body}`;
        const text = comments.length === 1 ? said : `${said} And ${comments.length - 1} more.`;
        return (
          <li key={place} className="absolute top-0.5" style={{ left: `${((place + 0.5) / PLACES) * 100}%` }}>
            <Tooltip text={text.length > 160 ? `${shorten(text, 159)}…` : text} isName>
              <button
                type="button"
                aria-label={text}
                onClick={() => playFrom(media, moment)}
                className="block -translate-x-1/2 rounded-full"
              >
                <Avatar name={first.user.displayName} image={first.user.profileImg} className="size-6 text-caption" />
              </button>
            </Tooltip>
          </li>
        );
      })}
    </ul>
  );
}
