import type { Statistics } from '@scoville/contract/listening/discovery/discovery.ts';
import { countText, waitText } from './figures.ts';

/** Four figures of the whole product. The server also returns the pass rate, which is not shown. */
export function StatsHeader({ statistics }: { statistics: Statistics }) {
  const { curation, totalSongs, totalVideos, totalPlays, musicians } = statistics;
  const { avgWaitTime: wait, inTime30 } = curation;
  const inTime = inTime30 === null ? '' : `, ${Math.floor(inTime30 * 100)}% in time`;
  const figures = [
    { figure: wait === null ? 'None yet' : waitText(wait), label: `average wait for a review${inTime}` },
    { figure: countText(totalSongs + totalVideos), label: 'songs and videos' },
    { figure: countText(totalPlays), label: 'plays' },
    { figure: countText(musicians), label: 'musicians' },
  ];
  return (
    <section aria-label="Statistics" className="border-y border-line">
      <dl className="grid grid-cols-2 md:grid-cols-4">
        {figures.map(({ figure, label }) => (
          <div
            key={label}
            className="flex flex-col-reverse justify-end px-3 py-3.5 even:border-l even:border-line md:px-5 md:py-[18px] md:not-first:border-l md:not-first:border-line max-md:nth-[n+3]:border-t max-md:nth-[n+3]:border-line max-md:odd:pl-0 md:first:pl-0"
          >
            <dt className="text-muted">{label}</dt>
            <dd className="tabular font-display text-[26px] leading-tight font-[650] tracking-[-0.02em]">{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
