import { showings } from '@scoville/contract/recommendations.ts';
import { expect, test, vi } from 'vitest';
import { reportImpression } from '../stats/report-impression.ts';
import { fake } from './api.ts';
import { song } from './sample.ts';
import { leaveScreen, openScreen, settled } from './screen.tsx';

test('a page that is left sends what it kept for later, while its test can still answer', async () => {
  const sent = fake(showings, { accepted: 1 });
  await openScreen('/login');
  const { id } = song();
  // Nothing else sends it.
  const later = vi.spyOn(window, 'setTimeout').mockReturnValue(0 as never);
  reportImpression('browse', id);
  later.mockRestore();
  leaveScreen();
  await expect.poll(() => sent.calls.map(({ body }) => body)).toEqual([{ place: 'browse', media: [id] }]);
});

test('a page that was left hears nothing of the next one', async () => {
  await openScreen('/login');
  leaveScreen();
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  expect({ ...sessionStorage }).toEqual({});
});

test('a page that was left leaves no place for messages behind', async () => {
  await openScreen('/login');
  await settled();
  // What keeps messages in front is loaded when the page is idle, and runs from then on.
  await import('../ui/toast-card.tsx');
  await settled();
  leaveScreen();
  expect(document.querySelectorAll('body > div:empty')).toHaveLength(0);
});
