import { media as mediaEndpoint } from '@scoville/contract/media.ts';
import { isUnderway } from '@scoville/contract/processing.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryOf } from '../lib/query.ts';
import { dispatch } from './player.ts';

/** Milliseconds between two questions: events tell how far it is, and not what can be played of it. */
const PATIENCE = 3000;

/**
 * How far a media is that is played while it is prepared. When that is done, the player has the finished files from the
 * next play on: what plays now goes on as it is.
 */
export function StillPrepared({ id, className }: { id: string; className: string }) {
  const { data } = useQuery({
    ...queryOf(mediaEndpoint, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isUnderway(state.data.stage) ? PATIENCE : false),
  });
  useEffect(() => {
    if (data?.stage === 'Complete') dispatch({ type: 'renewed', media: data });
  }, [data]);
  return data && isUnderway(data.stage) ? (
    <p className={`tabular text-muted ${className}`}>Still being prepared, {data.progress} %</p>
  ) : null;
}
