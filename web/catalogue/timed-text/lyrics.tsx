import { errorText } from '@scoville/contract/platform/http/errors.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import type { TimedLine } from '@scoville/contract/catalogue/timed-text/timed-text.ts';
import { useEffect, useId, useRef } from 'react';
import { useSettings } from '../../platform/lib/query.ts';
import { timeText } from '../player/clock.ts';
import { playFrom } from '../player/play-from.ts';
import { useIsInPlayer } from '../player/player.ts';
import { classNames } from '../../platform/ui/class-names.ts';
import { ErrorState } from '../../platform/ui/states.tsx';
import { PlainLyrics } from './plain-lyrics.tsx';
import { useTimedText } from './timed-text.calls.ts';
import { useLinesNow } from './use-lines-now.ts';

/**
 * The lyrics of a song. Timed lines follow the playback, and a click on one plays the song from there. Renders nothing
 * if the song has no lyrics.
 */
export default function Lyrics({ media }: { media: MediaSummary }) {
  const { productName } = useSettings();
  const heading = useId();
  const query = useTimedText(media.id);
  if (query.isPending) return null;
  if (query.isLoadingError)
    return <ErrorState message={errorText(query.error, productName)} onRetry={() => void query.refetch()} />;
  const { lines } = query.data;
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3">
      <h2 id={heading} className="text-title">
        Lyrics
      </h2>
      {lines[0]?.start === null ? <PlainLyrics lines={lines} /> : <Timed media={media} lines={lines} />}
    </section>
  );
}

function Timed({ media, lines }: { media: MediaSummary; lines: readonly TimedLine[] }) {
  const [now = -1] = useLinesNow(lines, useIsInPlayer(media.id));
  const list = useRef<HTMLOListElement>(null);
  // Scroll only the list, never the page around it.
  useEffect(() => {
    const box = list.current;
    const line = box?.children[now];
    if (!box || !(line instanceof HTMLElement)) return;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const top = line.offsetTop - (box.clientHeight - line.offsetHeight) / 2;
    box.scrollTo({ top, behavior: still ? 'auto' : 'smooth' });
  }, [now]);
  return (
    <ol
      ref={list}
      className="relative flex max-h-[min(420px,50dvh)] flex-col overflow-y-auto rounded-hero border border-line p-2"
    >
      {lines.map(({ start, text }, index) => (
        <li key={index}>
          <button
            type="button"
            aria-current={index === now ? 'true' : undefined}
            onClick={() => playFrom(media, start ?? 0)}
            className={classNames(
              'flex min-h-10 w-full items-baseline gap-4 rounded-control px-3 py-1.5 text-left text-lead hover:bg-raised',
              index === now ? 'font-[650]' : 'text-muted',
            )}
          >
            <span className="tabular w-11 flex-none text-right text-caption text-muted">{timeText(start ?? 0)}</span>
            <span className="min-w-0 break-words">{text === '' ? <span aria-label="Instrumental">♪</span> : text}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
