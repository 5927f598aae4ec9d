import { isId } from '@scoville/contract/values.ts';
import { useEffect } from 'react';
import { readMemory, saveMemory } from '../lib/redirect-memory.ts';

/** Whoever signs in to subscribe to a musician goes to that profile afterwards, where the dialog for it is open. */
export function useSubscribeTo(musicianId: string | undefined): void {
  useEffect(() => {
    if (musicianId === undefined || !isId(musicianId)) return;
    saveMemory({ ...readMemory(), attempted: `/${musicianId}?subscribe=true` });
  }, [musicianId]);
}
