import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { momentText, numberText } from '../../../platform/lib/format.ts';

/** When the file was uploaded, its name, and how often the item was played, shared and added to favorites. */
export function MediaStats({ media }: { media: Media }) {
  const figures: [string, string][] = [
    ['Uploaded on', momentText(media.createdOn)],
    ['Updated on', momentText(media.lastUpdated)],
    ['Filename', media.filename ?? ''],
    ['Plays', numberText(media.playCount)],
    ['Favorites', numberText(media.rememberCount)],
    ['Shares', numberText(media.shareCount)],
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
