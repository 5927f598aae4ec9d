import { AdPicture } from '../../business/ads/ad-picture.tsx';
import { reportClick } from '../../business/ads/serve-ads.ts';
import { Button, buttonClass } from '../../platform/ui/button.tsx';
import { timeText } from '../../catalogue/player/clock.ts';
import { dispatch, usePlayer } from '../../catalogue/player/player.ts';
import { TICK } from '../../catalogue/player/tick.ts';

/** Remaining time in whole seconds for a number of ticks. */
const seconds = (ticks: number) => Math.ceil(ticks * TICK);

/**
 * The overlay while an advertisement plays: the "Ad" label, the remaining time, a link to more information, and the
 * skip button.
 */
export function AdOverlay() {
  const ad = usePlayer((state) => state.ad);
  if (ad === null) return null;
  const { shown, left, skipIn } = ad;
  return (
    <section
      aria-label="Advertisement"
      className="appear fixed right-3.5 bottom-[calc(var(--player-height)+12px)] z-40 w-[min(420px,calc(100%-28px))] rounded-hero border border-line bg-surface p-4 shadow-[0_20px_60px_-20px_#000a]"
    >
      <header className="flex items-center gap-3">
        <span className="rounded-[7px] bg-raised px-2 py-0.5 text-caption font-[650]">Ad</span>
        <p className="min-w-0 flex-1 truncate font-[600]">{shown.title}</p>
        <p role="timer" aria-label="Time left" className="tabular text-muted">
          {timeText(seconds(left))}
        </p>
      </header>
      <AdPicture key={shown.id} />
      <footer className="mt-4 flex flex-wrap items-center justify-end gap-2">
        {shown.infoUrl !== null && (
          <a
            href={shown.infoUrl}
            onClick={reportClick}
            target="_blank"
            rel="noopener sponsored"
            className={buttonClass('plain', 'small')}
          >
            {shown.infoUrlText ?? 'Learn more'}
          </a>
        )}
        {skipIn !== null && (
          <Button size="small" disabled={skipIn > 0} onClick={() => dispatch({ type: 'skipAd' })}>
            {skipIn > 0 ? `SKIP IN ${timeText(seconds(skipIn))}` : 'SKIP AD'}
          </Button>
        )}
      </footer>
    </section>
  );
}
