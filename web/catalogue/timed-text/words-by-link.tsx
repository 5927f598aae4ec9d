import { type TimedLine, timedTextByLink } from '@scoville/contract/catalogue/timed-text/timed-text.ts';
import { writeWebVtt } from '@scoville/contract/catalogue/timed-text/web-vtt.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useId } from 'react';
import { queryOf } from '../../platform/lib/query.ts';
import { PlainLyrics } from './plain-lyrics.tsx';

/** The captions or lyrics of the song or video that a private link opens; undefined until they are loaded. */
export const useWordsByLink = (id: string, token: string): readonly TimedLine[] | undefined =>
  useQuery({ ...queryOf(timedTextByLink, { params: { id, token } }), staleTime: 60_000 }).data?.lines;

/** The captions as a track for the browser's own controls. */
export function CaptionsTrack({ lines }: { lines: readonly TimedLine[] }) {
  const fill = useCallback(
    (track: HTMLTrackElement) => {
      const address = URL.createObjectURL(new Blob([writeWebVtt(lines)], { type: 'text/vtt' }));
      track.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [lines],
  );
  return <track ref={fill} kind="captions" label="Captions" default />;
}

/** The lyrics of a song that isn't in the product's player. They don't follow the playback. */
export function LyricsByLink({ lines }: { lines: readonly TimedLine[] | undefined }) {
  const heading = useId();
  if (lines === undefined || lines.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="mt-9 flex flex-col gap-3">
      <h2 id={heading} className="text-title">
        Lyrics
      </h2>
      <PlainLyrics lines={lines} />
    </section>
  );
}
