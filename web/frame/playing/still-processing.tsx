import { media as mediaEndpoint } from '@scoville/contract/catalogue/media/media.ts';
import { isUnderway } from '@scoville/contract/pipeline/processing.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryOf } from '../../platform/lib/query.ts';
import { dispatch } from '../../catalogue/player/player.ts';

/** Milliseconds between two requests: events report the progress, but not which part can be played. */
const PATIENCE = 3000;

/**
 * The progress of a media item that is played while it is prepared. When preparation is complete, the player continues
 * with the finished files.
 */
export function StillProcessing({ id, className }: { id: string; className: string }) {
  const client = useQueryClient();
  const { data } = useQuery(queryOf(mediaEndpoint, { params: { id } }));
  const isUnfinished = data !== undefined && isUnderway(data.stage);
  // A separate timer, because the query's `refetchInterval` would restart with every event that updates its data.
  useEffect(() => {
    if (!isUnfinished) return;
    const { queryKey } = queryOf(mediaEndpoint, { params: { id } });
    const timer = setInterval(() => void client.invalidateQueries({ queryKey }), PATIENCE);
    return () => clearInterval(timer);
  }, [client, id, isUnfinished]);
  useEffect(() => {
    if (data?.stage === 'Complete') dispatch({ type: 'finished', media: data });
  }, [data]);
  return isUnfinished ? (
    <p className={`tabular text-muted ${className}`}>Still being prepared, {data.progress} %</p>
  ) : null;
}
