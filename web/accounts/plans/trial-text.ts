import type { Limits } from '@scoville/contract/accounts/plans.ts';

/** What a new account may upload without paying, from the base plan's limits. */
export function trialText({ total, unit }: Limits): string {
  if (total === null) return 'Upload as much as you like, free.';
  const songs = `${total} ${total === 1 ? 'song' : 'songs'}`;
  return unit === 'trial'
    ? `Start with a free trial of ${songs}: upload, publish and have it scored.`
    : `Free for ${songs} a month: upload, publish and have them scored.`;
}
