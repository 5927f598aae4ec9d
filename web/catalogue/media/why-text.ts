import type { Why } from '@scoville/contract/listening/discovery/recommendations.ts';

const VERBS = { played: 'played', favorited: 'favorited', rated: 'gave stars to' } as const;

/** A reason in words: "Because you played Night Train", "New here". */
export const whyText = ({ kind, title }: Why): string | null => {
  if (kind === 'new') return 'New here';
  return title === null ? null : `Because you ${VERBS[kind]} ${title}`;
};
