import type { IngestReport as Report } from '@scoville/contract/pipeline/processing.ts';
import { CheckIcon, InfoIcon } from '../../../platform/ui/icons.tsx';

const figure = (value: number | null, unit: string): string =>
  value === null ? 'not measurable' : `${value.toFixed(1)} ${unit}`;

/** The findings about the sound of the file, with advice. They never prevent publication. */
export function IngestReport({ report }: { report: Report }) {
  const figures: [string, string][] = [
    ['Loudness', figure(report.loudnessLufs, 'LUFS')],
    ['Loudness range', figure(report.loudnessRangeLu, 'LU')],
    ['True peak', figure(report.truePeakDbtp, 'dBTP')],
    ['Clipped peaks', String(report.clippedRuns)],
    ['Silence at the start', figure(report.leadingSilence, 's')],
    ['Silence at the end', figure(report.trailingSilence, 's')],
  ];
  return (
    <section aria-labelledby="report" className="flex flex-col gap-4">
      <h2 id="report" className="text-title">
        What we heard
      </h2>
      <ul className="flex flex-col gap-2">
        {report.findings.map(({ code, advice }) => (
          <li key={code} className="flex gap-2.5 wrap-anywhere">
            <InfoIcon className="mt-px size-5 flex-none text-amber" />
            {advice}
          </li>
        ))}
        {report.findings.length === 0 && (
          <li className="flex gap-2.5">
            <CheckIcon className="mt-px size-5 flex-none text-herb" />
            Nothing to fix: level, peaks and silence are all fine.
          </li>
        )}
      </ul>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt className="text-caption text-muted">{name}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
