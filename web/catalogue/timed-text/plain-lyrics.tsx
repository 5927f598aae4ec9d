import type { TimedLine } from '@scoville/contract/catalogue/timed-text/timed-text.ts';

/** The lyrics of a song without times. */
export const PlainLyrics = ({ lines }: { lines: readonly TimedLine[] }) => (
  <p dir="auto" className="max-w-prose break-words whitespace-pre-line">
    {lines.map(({ text }) => text).join('\n')}
  </p>
);
