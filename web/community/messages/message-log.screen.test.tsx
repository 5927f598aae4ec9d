import { messages } from '@scoville/contract/community/messages/messages.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { member } from '../../testkit/accounts.ts';
import { fake } from '../../testkit/api.ts';
import { KeptConvos, box, log, person, said } from '../../testkit/samples/conversations.ts';
import { openScreen } from '../../testkit/screen.tsx';

const me = member();
const ada = person('Ada Byron');

/** A conversation of lines that are numbered from the newest, `Line 0`, to the oldest. */
function withLines(count: number, textOf: (n: number) => string = (n) => `Line ${n}`) {
  const kept = new KeptConvos(me, [ada]);
  const one = kept.begin([ada]);
  for (let n = count; n >= 0; n -= 1) kept.write(one, n % 3 === 0 ? me.id : ada.id, textOf(n));
  one.hasRead = true;
  return { kept, one };
}

test('paging back through many messages keeps the position, and draws only messages near it', async () => {
  // The lines have two heights, so that estimated heights would be wrong.
  const { one } = withLines(900, (n) => `Line ${n}${n % 7 === 0 && n > 0 ? ' and so on'.repeat(60) : ''}`);
  await openScreen(`/messages?convo=${one.id}`, { as: me });
  const newest = said.filter({ hasText: /Line 0$/ });
  await expect.element(newest).toBeInViewport();
  const topOf = (element: Element) => element.getBoundingClientRect().top;
  let most = 0;
  for (let oldest = 29; oldest < 900; oldest = Math.min(oldest + 30, 900)) {
    const isOldest = new RegExp(`Line ${oldest}(?!\\d)`);
    await expect.element(said.first()).toHaveTextContent(isOldest);
    log.element().scrollTop = 0;
    const marked = said.first().element();
    const before = topOf(marked);
    await expect.element(said.first()).not.toHaveTextContent(isOldest);
    // The line that was visible keeps its place below the added ones.
    await expect.poll(() => Math.abs(topOf(marked) - before)).toBeLessThan(2);
    most = Math.max(most, said.elements().length);
  }
  await expect.element(said.first()).toHaveTextContent('Line 900');
  expect(most).toBeLessThanOrEqual(210);

  // Scrolls down again through parts that weren't drawn: each step must be exactly as long as the turn of the wheel.
  for (let step = 0; step < 12; step += 1) {
    const { top, height } = log.element().getBoundingClientRect();
    const marked = said.elements().find((line) => line.getBoundingClientRect().bottom > top + height / 2)!;
    const before = topOf(marked);
    await userEvent.wheel(log, { delta: { y: 400 } });
    await expect.poll(() => Math.abs(topOf(marked) - (before - 400))).toBeLessThan(2);
  }
  log.element().scrollTo({ top: log.element().scrollHeight });
  await expect.element(newest).toBeInViewport();
});

test('a message that arrives or is sent while older ones are being loaded is kept', async () => {
  const { kept, one } = withLines(45);
  const gate = Promise.withResolvers<void>();
  const read = fake(messages, async (call) => {
    if (call.query.minDate !== undefined) await gate.promise;
    return kept.page(call);
  });
  await openScreen(`/messages?convo=${one.id}`, { as: me });
  await expect.element(said.last()).toHaveTextContent('Line 0');
  log.element().scrollTo({ top: 0 });
  // This call may not be the last one, because the newest messages are read again when the stream of live events opens.
  await expect.poll(() => read.calls.some(({ query }) => query.minDate !== undefined)).toBe(true);
  kept.write(one, ada.id, 'Meanwhile');
  await kept.tell(one);
  await expect.element(said.last()).toHaveTextContent('Meanwhile');
  await box.fill('I am here');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.element(said.last()).toHaveTextContent('I am here');
  const before = read.calls.length;
  gate.resolve();
  // Only messages near the position are drawn.
  await expect
    .poll(() => {
      log.element().scrollTo({ top: 0 });
      return said.filter({ hasText: /Line 45$/ }).elements().length;
    })
    .toBe(1);
  await expect.element(said.filter({ hasText: 'Meanwhile' })).toHaveLength(1);
  await expect.element(said.last()).toHaveTextContent('I am here');
  expect(read.calls).toHaveLength(before);
});
