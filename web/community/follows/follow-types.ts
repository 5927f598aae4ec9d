import type { FollowType } from '@scoville/contract/community/follows/follows.ts';
import { FOLLOW_SCORE } from '@scoville/contract/catalogue/media/scores.ts';

/** The kinds of a musician's news to which listeners can subscribe. */
export const FOLLOW_CHOICES = [
  { value: 'curated', label: 'Curated', hint: `Only what our reviewers score above ${FOLLOW_SCORE}.` },
  { value: 'published', label: 'Published', hint: 'Every song and video, as soon as it is out.' },
] as const satisfies { value: FollowType; label: string; hint: string }[];

export const FOLLOW_QUESTION = 'What do you want to hear about?';
