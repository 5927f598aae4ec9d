import { useEffect, useRef } from 'react';
import { type Draft, writeDraft } from './draft.ts';
import { forgetDraft } from './forget-draft.ts';

/** Stores the draft after every render. Returns a function that stops this and removes the draft. */
export function useStoredDraft(accountId: string, typed: () => Draft): () => void {
  const isLeft = useRef(false);
  useEffect(() => {
    if (!isLeft.current) writeDraft(accountId, typed());
  });
  return () => {
    isLeft.current = true;
    forgetDraft(accountId);
  };
}
