import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { timeText } from '../../catalogue/player/clock.ts';
import { playFrom } from '../../catalogue/player/play-from.ts';

/** A button that plays from the moment a comment is about; renders nothing for a comment without a moment. */
export function MomentButton({ moment, media }: { moment: number | null; media: MediaSummary }) {
  if (moment === null) return null;
  return (
    <button
      type="button"
      aria-label={`Listen from ${timeText(moment)}`}
      onClick={() => playFrom(media, moment)}
      className="tabular text-caption font-[550] text-amber underline underline-offset-[3px]"
    >
      at {timeText(moment)}
    </button>
  );
}
