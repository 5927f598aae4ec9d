import { health } from '@scoville/contract/frame/health.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { NOW, administrator } from '../../testkit/accounts.ts';
import { fake } from '../../testkit/api.ts';
import { textsOf } from '../../testkit/matchers.ts';
import { quietAdministration } from '../../testkit/samples/administration.ts';
import { openScreen } from '../../testkit/screen.tsx';

test('the health page lists the kinds of jobs that wait, run or failed, with the age of the oldest', async () => {
  quietAdministration();
  const queue = (name: string, waiting: number, oldestSeconds: number | null, active: number, failed: number) => ({
    name,
    waiting,
    oldestSeconds,
    active,
    failed,
  });
  fake(health, {
    checkedOn: NOW,
    findings: [],
    workers: [],
    queues: [
      queue('transcode', 1200, 89, 2, 0),
      queue('send-mail', 1, 600, 0, 0),
      queue('announce-media', 2, 7200, 0, 3),
      queue('idle', 0, null, 0, 0),
      queue('broken', 0, null, 0, 1),
    ],
  });
  await openScreen('/admin/health', { as: administrator() });
  const rows = page.getByRole('table', { name: 'Jobs by kind' }).getByRole('row');
  await expect.element(rows).toHaveLength(5);
  const cells = rows.elements().map((row) => textsOf(page.elementLocator(row).getByRole('cell')));
  expect(cells.slice(1)).toEqual([
    ['transcode', '1,200', '89 s', '2', '0'],
    ['send-mail', '1', '10 min', '0', '0'],
    ['announce-media', '2', '2 h', '0', '3'],
    ['broken', '0', '–', '0', '1'],
  ]);
});
