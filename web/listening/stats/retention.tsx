import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { errorText } from '@scoville/contract/platform/http/errors.ts';
import { type MediaRetention, mediaRetention } from '@scoville/contract/listening/stats.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf, useSettings } from '../../platform/lib/query.ts';
import { pluralize } from '../../platform/lib/format.ts';
import { timeText } from '../../catalogue/player/clock.ts';
import { Button } from '../../platform/ui/button.tsx';
import { ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { saveCsv } from './save-csv.ts';
import { retentionCsv } from './stats-csv.ts';

const HEIGHT = 64;
/** The fractions of the length for which a text states the share of listens. */
const QUARTERS = [0.25, 0.5, 0.75, 1];

/** How far people listen to a song or video, drawn over its waveform. */
export function Retention({ media }: { media: Media }) {
  const { productName } = useSettings();
  const { data, error, refetch } = useQuery(queryOf(mediaRetention, { params: { id: media.id } }));
  return (
    <section aria-labelledby="retention" className="flex flex-col gap-3">
      <h2 id="retention" className="text-title">
        How far people listen
      </h2>
      {error ? (
        <ErrorState message={errorText(error, productName)} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading label="Loading listening data">
          <Skeleton className="h-16 w-full" />
        </Loading>
      ) : data.listens === 0 ? (
        <p className="text-muted">Appears here after the first listen.</p>
      ) : (
        <>
          <RetentionChart peaks={media.peaks} length={media.length ?? 0} {...data} />
          <Button onClick={() => saveCsv('listening.csv', retentionCsv(data, media.length ?? 0))}>
            Download as CSV
          </Button>
        </>
      )}
    </section>
  );
}

interface RetentionChartProps extends MediaRetention {
  peaks: Media['peaks'];
  /** Seconds. */
  length: number;
}

/** The share of listens that reached each part of a song or video, over its waveform if it has one, and as text. */
export function RetentionChart({ peaks, length, listens, parts }: RetentionChartProps) {
  const shares = parts.map((heard) => heard / listens);
  const width = parts.length;
  const steps = shares.map((share, part) => `H${part}V${(1 - share) * HEIGHT}H${part + 1}`).join('');
  const shareAt = (place: number) => Math.round((shares[Math.ceil(place * width) - 1] ?? 0) * 100);
  return (
    <>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" className="h-16 w-full">
        {peaks && <path d={waveform(peaks, width)} className="fill-line" />}
        <path d={`M0 ${HEIGHT}${steps}V${HEIGHT}Z`} className="fill-ember/25" />
        <path
          d={`M0 ${(1 - (shares[0] ?? 0)) * HEIGHT}${steps}`}
          className="fill-none stroke-ember stroke-2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p className="text-caption text-muted">{`Share of ${pluralize(listens, 'listen', 'listens')} still playing:`}</p>
      <dl className="tabular grid grid-cols-4 gap-2">
        {QUARTERS.map((place) => (
          <div key={place}>
            <dt className="text-caption text-muted">{place === 1 ? 'At the end' : `At ${timeText(length * place)}`}</dt>
            <dd>{`${shareAt(place)} %`}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The outline of the waveform, based on the bottom edge. */
function waveform(peaks: readonly number[], width: number): string {
  const tops = peaks.map((peak, n) => `L${((n + 0.5) / peaks.length) * width} ${HEIGHT * (1 - peak / 255)}`).join('');
  return `M0 ${HEIGHT}${tops}L${width} ${HEIGHT}Z`;
}
