import { showings } from '@scoville/contract/listening/discovery/recommendations.ts';
import { expect, test, vi } from 'vitest';
import { reportImpression } from '../listening/stats/report-impression.ts';
import { fake } from './api.ts';
import { song } from './sample.ts';
import { leaveScreen, openScreen, settled } from './screen.tsx';

test('leaving a page sends its delayed reports while the test still answers', async () => {
  const sent = fake(showings, { accepted: 1 });
  await openScreen('/login');
  const { id } = song();
  // The mocked timer ensures that only leaving the page sends the report.
  const later = vi.spyOn(window, 'setTimeout').mockReturnValue(0 as never);
  reportImpression('browse', id);
  later.mockRestore();
  leaveScreen();
  await expect.poll(() => sent.calls.map(({ body }) => body)).toEqual([{ place: 'browse', media: [id] }]);
});

test('leaving a page removes the listeners of its router', async () => {
  await openScreen('/login');
  leaveScreen();
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  expect({ ...sessionStorage }).toEqual({});
});

test('leaving a page removes the area for messages', async () => {
  await openScreen('/login');
  await settled();
  // An idle page loads the code that keeps messages in front.
  await import('../platform/ui/toast-card.tsx');
  await settled();
  leaveScreen();
  expect(document.querySelectorAll('body > div:empty')).toHaveLength(0);
});
