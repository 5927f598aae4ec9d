import { isId } from '@scoville/contract/platform/lib/values.ts';
import { useEffect } from 'react';
import { readMemory, saveMemory } from '../../platform/lib/redirect-memory.ts';

/** Redirects a user who signs in to subscribe to a musician to that musician's profile, with the dialog for it open. */
export function useSubscribeTo(musicianId: string | undefined): void {
  useEffect(() => {
    if (musicianId === undefined || !isId(musicianId)) return;
    saveMemory({ ...readMemory(), attempted: `/${musicianId}?subscribe=true` });
  }, [musicianId]);
}
