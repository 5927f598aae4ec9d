import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { errorText } from '@scoville/contract/platform/http/errors.ts';
import { browseNext } from '@scoville/contract/listening/discovery/recommendations.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/lib/call.ts';
import { keyOf, useMe, useSettings } from '../../platform/lib/query.ts';
import { MediaRail } from '../../catalogue/media/media-rail.tsx';
import { ErrorState } from '../../platform/ui/states.tsx';
import { localHistory } from './local-history.ts';

/**
 * Media similar to a track, as suggestions after it, without the track itself; renders nothing while there are none.
 */
export function Related({ track: { id } }: { track: MediaSummary }) {
  const { productName } = useSettings();
  const me = useMe();
  const { data, error, refetch } = useQuery({
    queryKey: [...keyOf(browseNext), id, me?.id ?? null],
    queryFn: ({ signal }) => call(browseNext, { body: { queue: [id], history: localHistory(me === null) }, signal }),
    enabled: me !== undefined,
    // The list doesn't change while it is shown.
    staleTime: Infinity,
  });
  if (error && !data)
    return (
      <section aria-label="Related">
        <ErrorState message={errorText(error, productName)} onRetry={() => void refetch()} />
      </section>
    );
  if (!data || data.media.length === 0) return null;
  return (
    <section aria-labelledby="related">
      <h2 id="related" className="mb-3 text-title">
        Related
      </h2>
      <MediaRail label="Related" media={data.media} />
    </section>
  );
}
