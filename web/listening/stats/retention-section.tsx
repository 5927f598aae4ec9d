import { media as mediaEndpoint } from '@scoville/contract/catalogue/media/media.ts';
import type { MediaStats } from '@scoville/contract/listening/stats.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../platform/lib/query.ts';
import { Select } from '../../platform/ui/select.tsx';
import { RetentionChart } from './retention.tsx';

type Heard = NonNullable<MediaStats['audience']>['heard'];

/** How far people listen to one of the account's songs or videos, which the user selects. */
export function RetentionSection({ heard }: { heard: Heard }) {
  const [chosen, setChosen] = useState<string>();
  const one = heard.find(({ id }) => id === chosen) ?? heard[0];
  // Loads the waveform. The figures are shown before it arrives.
  const { data } = useQuery({
    ...queryOf(mediaEndpoint, { params: { id: one?.id ?? '' } }),
    enabled: one !== undefined,
  });
  if (!one) return null;
  return (
    <section aria-labelledby="stats-heard" className="flex flex-col gap-3">
      <h3 id="stats-heard" className="font-[650]">
        How far people listen
      </h3>
      <Select
        label="Song or video"
        value={one.id}
        onChange={({ target }) => setChosen(target.value)}
        options={heard.map(({ id, title }) => ({ value: id, label: title }))}
      />
      <RetentionChart peaks={data?.peaks ?? null} length={one.length ?? 0} listens={one.listens} parts={one.parts} />
    </section>
  );
}
