import type { BandList } from '@scoville/contract/listening/discovery/discovery.ts';

export const BANDS = {
  'perfectly-seasoned': { title: 'Perfectly Seasoned', path: '/perfectly-seasoned' },
  'well-done': { title: 'Well Done', path: '/well-done' },
} as const satisfies Record<BandList, { title: string; path: string }>;
