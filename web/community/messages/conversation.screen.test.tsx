import { updateConvo } from '@scoville/contract/community/messages/messages.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { member } from '../../testkit/accounts.ts';
import { fake, refused } from '../../testkit/api.ts';
import { toast } from '../../testkit/find.ts';
import { expectNoSideways } from '../../testkit/matchers.ts';
import { KeptConvos, badge, box, lines, log, person } from '../../testkit/samples/conversations.ts';
import { openScreen } from '../../testkit/screen.tsx';

const me = member({ firstName: 'Lou', lastName: 'Hart' });
const ada = person('Ada Byron');

test('MS-05 a conversation with a deleted account opens by its address, and is read-only', async () => {
  const gone = person('Deleted User', { deleted: true });
  const kept = new KeptConvos(me, [gone]);
  kept.write(kept.begin([gone]), me.id, 'Until tomorrow');
  await openScreen(`/messages/${gone.id}`, { as: me });
  await expect.element(log).toHaveTextContent('Until tomorrow');
  await expect.element(page.getByText('Everyone else in this conversation has deleted their account.')).toBeVisible();
  await expect.element(box).not.toBeInTheDocument();
});

test('right-to-left text and names keep their direction, and don’t affect the text around them', async () => {
  const noa = person('נועה לוי');
  const kept = new KeptConvos(me, [noa]);
  const one = kept.begin([noa]);
  kept.write(one, noa.id, 'שלום, Lou!');
  await openScreen(`/messages?convo=${one.id}`, { as: me });
  const style = (locator: typeof log) => getComputedStyle(locator.element());
  const message = log.getByRole('listitem').first();
  await expect.element(message.getByRole('paragraph').filter({ hasText: 'שלום' })).toHaveStyle({ direction: 'rtl' });
  const name = message.getByText('נועה לוי', { exact: true });
  expect(style(name)).toMatchObject({ direction: 'rtl', unicodeBidi: 'isolate' });
  expect(style(message.getByRole('paragraph').filter({ hasText: 'נועה' })).direction).toBe('ltr');
  const heading = page.getByRole('heading', { level: 2 });
  expect(style(heading.getByText('נועה לוי', { exact: true })).unicodeBidi).toBe('isolate');
  expect(style(box).direction).toBe('ltr');
  await box.fill('טוב');
  expect(style(box).direction).toBe('rtl');
});

test('an open conversation is marked as read, also when the first attempt fails', async () => {
  const kept = new KeptConvos(me, [ada]);
  const one = kept.begin([ada]);
  kept.write(one, ada.id, 'One');
  let failures = 0;
  let most = 1;
  const tries = fake(updateConvo, (call) => {
    if (failures === most) return kept.update(call);
    failures += 1;
    return refused(503, 'The kitchen is closed.');
  });
  await openScreen(`/messages?convo=${one.id}`, { as: me });
  await expect.element(log).toHaveTextContent('One');
  await expect.element(badge(0)).toBeVisible();
  expect(tries.calls.map(({ params, body }) => [params.id, body.action])).toEqual([
    [one.id, 'read'],
    [one.id, 'read'],
  ]);
  await expect.element(toast('The kitchen is closed.')).not.toBeInTheDocument();
  // Three failures in a row are reported.
  [failures, most] = [0, 3];
  kept.write(one, ada.id, 'Two');
  await kept.tell(one);
  await expect.element(toast('The kitchen is closed.')).toBeVisible();
  expect(failures).toBe(3);
});

test('a live event adds a message to the open conversation, and counts messages in other conversations', async () => {
  const kept = new KeptConvos(me, [ada]);
  const one = kept.begin([ada]);
  kept.write(one, ada.id, 'One');
  await openScreen(`/messages?convo=${one.id}`, { as: me });
  await expect.element(log.getByRole('listitem')).toHaveLength(1);
  await expect.element(badge(0)).toBeVisible();
  kept.write(one, ada.id, 'Two');
  await kept.tell(one);
  await expect.element(log.getByRole('listitem').last()).toHaveTextContent('Two');
  await expect.element(lines).toHaveTextContent('Two');
  await expect.element(badge(0)).toBeVisible();
  await openScreen('/forgot', { as: me });
  await expect.element(badge(0)).toBeVisible();
  kept.write(one, ada.id, 'Three');
  await kept.tell(one);
  await expect.element(badge(1)).toBeVisible();
});

test('on a phone the box of an open conversation is visible without scrolling', async () => {
  const kept = new KeptConvos(me, [ada]);
  const one = kept.begin([ada]);
  kept.write(one, me.id, 'Hello');
  await page.viewport(390, 844);
  for (const path of [`/messages?convo=${one.id}`, '/messages?convo=new']) {
    await openScreen(path, { as: me });
    await expect.element(box).toBeInViewport({ ratio: 1 });
    await expect.element(page.getByRole('button', { name: 'Send', exact: true })).toBeInViewport({ ratio: 1 });
    await expectNoSideways();
  }
});
