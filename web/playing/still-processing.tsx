import { media as mediaEndpoint } from '@scoville/contract/media.ts';
import { isUnderway } from '@scoville/contract/processing.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryOf } from '../lib/query.ts';
import { dispatch } from '../player/player.ts';

/** Milliseconds between two questions: events tell how far it is, and not what can be played of it. */
const PATIENCE = 3000;

/** How far a media is that is played while it is prepared. When that is done, the player goes on with the finished files. */
export function StillProcessing({ id, className }: { id: string; className: string }) {
  const client = useQueryClient();
  const { data } = useQuery(queryOf(mediaEndpoint, { params: { id } }));
  const isUnfinished = data !== undefined && isUnderway(data.stage);
  // A clock of its own: that of the query begins anew with every event that writes to it.
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
