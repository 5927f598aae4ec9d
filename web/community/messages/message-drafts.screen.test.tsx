import { logout } from '@scoville/contract/accounts/auth/auth.ts';
import { sendMessage } from '@scoville/contract/community/messages/messages.ts';
import { genres, moods } from '@scoville/contract/catalogue/categories/category-calls.ts';
import { me as readMe } from '@scoville/contract/accounts/users/users.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { member } from '../../testkit/accounts.ts';
import { fake, lost, refused } from '../../testkit/api.ts';
import { textsOf } from '../../testkit/matchers.ts';
import { toast } from '../../testkit/find.ts';
import { KeptConvos, box, log, person, recipients, said } from '../../testkit/samples/conversations.ts';
import { quietPages } from '../../testkit/samples/pages.ts';
import { address, openScreen, reopenScreen } from '../../testkit/screen.tsx';

const me = member({ firstName: 'Lou', lastName: 'Hart' });
const [ada, bela, cleo] = [person('Ada Byron'), person('Bela Kun'), person('Cleo Post')];
const button = (name: string) => page.getByRole('button', { name, exact: true });
const keys = (text: string) => userEvent.keyboard(text);
let kept: KeptConvos;

beforeEach(() => {
  quietPages();
  kept = new KeptConvos(me, [ada, bela, cleo]);
});

async function pick(name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'To:' }).fill(name.toLowerCase());
  await page.getByRole('option', { name }).click();
  await expect.element(recipients).toHaveText(name);
}

/** Holds each sent message until `answer` is called with its outcome. */
function heldSending() {
  let gate = Promise.withResolvers<'arrives' | 'fails' | 'is lost'>();
  const sending = fake(sendMessage, async (call) => {
    const how = await gate.promise;
    if (how === 'arrives') return kept.send(call);
    return how === 'fails' ? refused(500, 'The kitchen is closed.') : lost();
  });
  const answer = (how: Awaited<typeof gate.promise>) => gate.resolve(how);
  return { calls: sending.calls, answer, holdAgain: () => void (gate = Promise.withResolvers()) };
}

const texts = () =>
  said
    .getByRole('paragraph')
    .elements()
    .map(({ textContent }) => textContent);

test('a draft to a new recipient is restored after a reload, and isn’t used for other recipients', async () => {
  await openScreen('/messages?convo=new', { as: me });
  await pick('Ada Byron');
  await box.fill('Between the two of us');
  await reopenScreen('/messages?convo=new', { as: me });
  await expect.element(recipients).toHaveText('Ada Byron');
  await expect.element(box).toHaveValue('Between the two of us');
  await reopenScreen(`/messages/${bela.id}`, { as: me });
  await expect.element(recipients).toHaveText('Bela Kun');
  await expect.element(box).toHaveValue('');
  await box.fill('To Bela');
  await reopenScreen(`/messages/${bela.id}`, { as: me });
  await expect.element(recipients).toHaveText('Bela Kun');
  await expect.element(box).toHaveValue('To Bela');
  await reopenScreen('/messages?convo=new', { as: me });
  await expect.element(box).toHaveValue('Between the two of us');
  await button('Cancel').click();
  await button('New message').click();
  await expect.element(box).toHaveValue('');
  await expect.element(recipients).not.toBeInTheDocument();
});

test('signing out removes drafts from the tab', async () => {
  await openScreen('/messages?convo=new', { as: me });
  await pick('Ada Byron');
  await box.fill('Between the two of us');
  expect(JSON.stringify(sessionStorage)).toContain('Between the two of us');
  const ended = fake(logout, () => {
    fake(readMe, refused(401, 'Please sign in.'));
    return { message: '' };
  });
  await button('Account of Lou Hart').click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect.element(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect(ended.calls).toHaveLength(1);
  expect(JSON.stringify(sessionStorage)).not.toContain('Between the two');
});

test('the drafts of an account are not shown to another account that signs in in the same tab', async () => {
  await openScreen('/messages?convo=new', { as: me });
  await pick('Ada Byron');
  await box.fill('Once more');
  // The session ended without the page being notified.
  const mira = member({ firstName: 'Mira', lastName: 'Next' });
  await reopenScreen('/messages?convo=new', { as: me });
  await expect.element(box).toHaveValue('Once more');
  await reopenScreen('/messages?convo=new', { as: mira });
  await expect.element(box).toHaveValue('');
  await expect.element(recipients).not.toBeInTheDocument();
});

test('input typed while a message is sent is kept, and a failed message is put back before it', async () => {
  const sending = heldSending();
  await openScreen(`/messages/${ada.id}`, { as: me });
  await box.fill('First');
  await keys('{Enter}');
  await expect.element(box).toHaveValue('');
  await keys('and second');
  // A second Enter sends nothing while the first message is still being sent.
  await keys('{Enter}');
  sending.answer('arrives');
  await expect.poll(texts).toContain('First');
  await expect.element(said).toHaveLength(1);
  await expect.element(box).toHaveValue('and second');
  expect(sending.calls).toHaveLength(1);

  sending.holdAgain();
  await keys('{Enter}');
  await expect.element(box).toHaveValue('');
  await keys('and third');
  sending.answer('fails');
  await expect.element(toast('The kitchen is closed.')).toBeVisible();
  await expect.element(box).toHaveValue('and second\nand third');
  await reopenScreen(`/messages/${ada.id}`, { as: me });
  await expect.element(box).toHaveValue('and second\nand third');
  sending.holdAgain();
  sending.answer('arrives');
  await box.click();
  await keys('{Enter}');
  await expect.poll(texts).toContain('and second\nand third');
  await expect.element(box).toHaveValue('');
  await reopenScreen(`/messages/${ada.id}`, { as: me });
  await expect.element(said).toHaveLength(2);
  await expect.element(box).toHaveValue('');
});

test('typing continues in the box of the conversation that a first message starts', async () => {
  await openScreen('/messages?convo=new', { as: me });
  await pick('Ada Byron');
  await box.fill('First');
  await keys('{Enter}');
  await expect.poll(texts).toContain('First');
  await keys('next');
  await expect.element(box).toHaveFocus();
  await expect.element(box).toHaveValue('next');

  // From a profile the address changes, too. This message is sent by pressing the button with the keyboard.
  await openScreen(`/messages/${bela.id}`, { as: me });
  await box.fill('Second');
  await keys('{Tab}');
  await expect.element(button('Send')).toHaveFocus();
  await keys(' ');
  await expect.poll(texts).toContain('Second');
  await expect.poll(address).toMatch(/convo=/);
  await keys('next');
  await expect.element(box).toHaveFocus();
  await expect.element(box).toHaveValue('next');
});

test('typing continues when the other member starts the conversation first', async () => {
  await openScreen(`/messages/${cleo.id}`, { as: me });
  await box.click();
  await keys('Good ');
  const one = kept.begin([cleo]);
  kept.write(one, cleo.id, 'Hello');
  await kept.tell(one);
  await expect.element(log).toHaveTextContent('Hello');
  await keys('evening');
  await expect.element(box).toHaveValue('Good evening');
});

test('typing in another field continues there when a conversation starts', async () => {
  const sending = heldSending();
  await openScreen('/messages?convo=new', { as: me });
  await pick('Cleo Post');
  await box.fill('Third');
  await keys('{Enter}');
  const search = page.getByRole('searchbox', { name: 'Search conversations' });
  await search.click();
  await keys('cl');
  sending.answer('arrives');
  await expect.element(log).toHaveTextContent('Third');
  await keys('eo');
  await expect.element(search).toHaveValue('cleo');
  await expect.element(box).toHaveValue('');
});

test('the Enter that chooses a composed word doesn’t send the message, in Safari as well', async () => {
  await openScreen(`/messages/${ada.id}`, { as: me });
  await box.fill('日本');
  // Safari fires this Enter after the end of the composition.
  const chosen = new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true });
  box.element().dispatchEvent(chosen);
  await expect.element(box).toHaveValue('日本');
  await keys('語');
  await keys('{Enter}');
  await expect.poll(texts).toContain('日本語');
  expect(kept.sent.map(({ body }) => body)).toEqual([{ convo: { users: [ada.id] }, message: { text: '日本語' } }]);
});

test('another screen opened while a first message is being sent stays open', async () => {
  fake(genres, { genres: [], total: 0 });
  const sending = heldSending();
  await openScreen(`/messages/${ada.id}`, { as: me });
  await box.fill('On its way');
  await keys('{Enter}');
  await page.getByRole('link', { name: 'Genres' }).first().click();
  await expect.poll(address).toBe('/genres');
  sending.answer('arrives');
  // The draft is removed once the answer has arrived.
  await expect.poll(() => sessionStorage.getItem('message-drafts')).toBeNull();
  fake(moods, { moods: [], total: 0 });
  await page.getByRole('link', { name: 'Moods' }).first().click();
  await expect.element(page.getByRole('heading', { name: 'Moods', level: 1 })).toBeVisible();
  history.back();
  await expect.poll(address).toBe('/genres');
});

test('the box of a conversation is unchanged after leaving and returning while a message is being sent', async () => {
  const sending = heldSending();
  const one = kept.begin([ada]);
  kept.write(one, me.id, 'Hello');
  const leaveAndReturn = async () => {
    await page.getByRole('link', { name: 'Genres' }).first().click();
    await expect.poll(address).toBe('/genres');
    await expect.element(page.getByRole('heading', { name: 'Genres', level: 1 })).toBeVisible();
    history.back();
    await expect.element(log).toHaveTextContent('Hello');
  };
  await openScreen(`/messages?convo=${one.id}`, { as: me });
  await box.fill('On its way');
  await keys('{Enter}');
  await leaveAndReturn();
  await expect.element(box).toHaveValue('');
  await expect.element(button('Send')).toHaveAttribute('aria-busy', 'true');
  await box.click();
  await keys('Since then');
  await leaveAndReturn();
  await expect.element(box).toHaveValue('Since then');
  sending.answer('arrives');
  await expect.poll(() => textsOf(said)).toEqual([expect.stringMatching(/Hello/), expect.stringMatching(/On its way/)]);
  await expect.element(box).toHaveValue('Since then');

  sending.holdAgain();
  await box.click();
  await keys('{Enter}');
  await leaveAndReturn();
  await box.click();
  await keys('and this');
  sending.answer('is lost');
  await expect.element(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await expect.element(box).toHaveValue('Since then\nand this');
});

test('a message whose answer is lost is sent again under the same key', async () => {
  let isLost = true;
  const sending = fake(sendMessage, (call) => {
    const reply = kept.send(call);
    return isLost ? lost() : reply;
  });
  await openScreen(`/messages/${ada.id}`, { as: me });
  await box.fill('Only once');
  await keys('{Enter}');
  await expect.element(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await expect.element(box).toHaveValue('Only once');
  // The conversation exists, and a live event shows it.
  const [one] = kept.list({ params: {}, query: {}, body: {}, headers: new Headers() }).convos;
  await kept.tell(kept.find(one?.id));
  await expect.poll(() => textsOf(said)).toEqual([expect.stringMatching(/Only once/)]);
  await expect.element(box).toHaveValue('Only once');
  isLost = false;
  await box.click();
  await keys('{Enter}');
  await expect.element(box).toHaveValue('');
  await expect.element(said).toHaveLength(1);
  const sentKeys = sending.calls.map(({ headers }) => headers.get('idempotency-key'));
  expect(sentKeys).toEqual([expect.stringMatching(/./), sentKeys[0]]);
});
