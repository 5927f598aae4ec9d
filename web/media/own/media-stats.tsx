import type { Media } from '@scoville/contract/media.ts';

const moment = (time: string): string =>
  new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** When it came, under which name, and how it was received. */
export function MediaStats({ media }: { media: Media }) {
  const figures: [string, string][] = [
    ['Uploaded on', moment(media.createdOn)],
    ['Updated on', moment(media.lastUpdated)],
    ['Filename', media.filename ?? ''],
    ['Plays', media.playCount.toLocaleString()],
    ['Favorites', media.rememberCount.toLocaleString()],
    ['Shares', media.shareCount.toLocaleString()],
  ];
  return (
    <section aria-labelledby="stats" className="flex flex-col gap-4">
      <h2 id="stats" className="text-title">
        Stats
      </h2>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2">
        {figures.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-caption text-muted">{name}</dt>
            <dd className="tabular break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
