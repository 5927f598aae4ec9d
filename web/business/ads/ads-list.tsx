import type { Ad } from '@scoville/contract/business/ads/ads.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { showFailure } from '../../platform/lib/fail.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { Button } from '../../platform/ui/button.tsx';
import { SortableList } from '../../platform/ui/sortable.tsx';
import { sortAds } from './ads.calls.ts';

/** The actions on an ad. */
export type AdTask = 'view' | 'send' | 'stats' | 'edit' | 'remove';

interface AdsListProps {
  ads: readonly Ad[];
  onTask: (task: AdTask, ad: Ad) => void;
}

const STATES = {
  waiting: 'Not started',
  running: 'Running',
  ended: 'Ended',
  met: 'Impressions reached',
  closed: 'Ended',
};
const COLUMNS = 'lg:grid lg:grid-cols-[minmax(0,1fr)_80px_110px_100px_350px] lg:items-center lg:gap-3';

const seconds = (value: number | null) => (value === null ? '–' : `${value} s`);
const statusOf = ({ error, stage, state }: Ad): string =>
  error ?? (stage !== 'Complete' && stage !== null ? stage : STATES[state ?? 'running']);

/** All ads in playing order; they can be reordered by their handles. */
export function AdsList({ ads, onTask }: AdsListProps) {
  const client = useQueryClient();
  const { productName } = useSettings();
  return (
    <div className="overflow-hidden rounded-cover border border-line bg-surface">
      <div
        aria-hidden
        className={`hidden border-b border-line py-2.5 pr-4 pl-14 text-caption font-[550] text-muted ${COLUMNS}`}
      >
        <span>Title</span>
        <span>Type</span>
        <span>Display length</span>
        <span>Skip after</span>
      </div>
      <SortableList
        items={ads}
        label="Ads"
        nameOf={({ title }) => title}
        onSort={(inOrder) => void sortAds(client, inOrder).catch((error: unknown) => showFailure(error, productName))}
      >
        {(ad, _index, handle) => (
          <article
            aria-label={ad.title}
            className="flex items-start gap-1 border-b border-line bg-surface py-2 pr-4 pl-2 lg:items-center"
          >
            {handle}
            <div className={`min-w-0 flex-1 pl-1 max-lg:flex max-lg:flex-col max-lg:gap-1 ${COLUMNS}`}>
              <p className="min-w-0">
                <span className="block truncate font-[550]">{ad.title}</span>
                <span className={ad.error === null ? 'text-caption text-muted' : 'text-caption text-error'}>
                  {statusOf(ad)}
                </span>
              </p>
              <Cell name="Type">{ad.type === 'poster' ? 'Poster' : 'Media'}</Cell>
              <Cell name="Display length">{seconds(ad.displayLength)}</Cell>
              <Cell name="Skip after">{seconds(ad.skipAfter)}</Cell>
              <div className="flex flex-wrap gap-1 max-lg:-ml-3 lg:justify-end">
                {(
                  [
                    ['view', 'View Ad'],
                    ['send', 'Send Stats'],
                    ['stats', 'View Stats'],
                    ['edit', 'Edit'],
                  ] as const
                ).map(([task, label]) => (
                  <Button
                    key={task}
                    size="small"
                    variant="plain"
                    aria-label={`${label}: ${ad.title}`}
                    disabled={task === 'view' && ad.url === null}
                    onClick={() => onTask(task, ad)}
                  >
                    {label}
                  </Button>
                ))}
              </div>
            </div>
          </article>
        )}
      </SortableList>
    </div>
  );
}

/** A value, with the name of its column on screens without column heads. */
const Cell = ({ name, children }: { name: string; children: ReactNode }) => (
  <p className="max-lg:flex max-lg:justify-between max-lg:gap-4">
    <span className="text-muted lg:sr-only">{name}</span>
    <span>{children}</span>
  </p>
);
