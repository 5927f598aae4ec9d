import { blocks } from '@scoville/contract/community/messages/messages.ts';
import { parse } from 'zod/mini';
import { PublicUser } from '@scoville/contract/accounts/users/users.ts';
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { quietOverview } from '../../testkit/account-overview.ts';
import { member } from '../../testkit/accounts.ts';
import { fake, refused } from '../../testkit/api.ts';
import { KeptConvos, box, lines, log, person } from '../../testkit/samples/conversations.ts';
import { fakeProfile } from '../../testkit/samples/profile.ts';
import { openScreen } from '../../testkit/screen.tsx';

const me = member({ firstName: 'Lou', lastName: 'Hart' });
const ada = person('Ada Byron');
const button = (name: string, within: Pick<Locator, 'getByRole'> = page) =>
  within.getByRole('button', { name, exact: true });
const WARNING = (name: string) => `You will see nothing more that ${name} writes. They are not told.`;

async function openRequest(): Promise<KeptConvos> {
  const kept = new KeptConvos(me, [ada]);
  kept.write(kept.begin([ada], { isRequest: true }), ada.id, 'Do you know me?');
  await openScreen('/messages', { as: me });
  await button('Requests').click();
  await lines.getByRole('link').click();
  await expect.element(page.getByText('This is a message request. Replying also accepts it.')).toBeVisible();
  return kept;
}

test('an accepted request leaves the requests', async () => {
  const kept = await openRequest();
  await button('Accept').click();
  await expect.element(button('Accept')).not.toBeInTheDocument();
  await expect.element(lines).toHaveLength(0);
  expect(kept.actions.map(({ body }) => body.action)).toEqual(['read', 'accept']);
  await button('All').click();
  await expect.element(lines).toHaveTextContent('Do you know me?');
  await expect.element(lines).not.toHaveTextContent('Message request');
});

test('Block and the name in a conversation’s menu are one phrase', async () => {
  await openRequest();
  await button('Conversation').click();
  const item = page.getByRole('menuitem', { name: 'Block Ada Byron' });
  await expect.element(item).toBeVisible();
  const name = item.element().querySelector('bdi')!;
  const word = document.createRange();
  word.selectNodeContents(name.previousSibling?.previousSibling ?? name.previousSibling!);
  expect(name.getBoundingClientRect().left - word.getBoundingClientRect().right).toBeLessThan(6);
});

test('the other member of a conversation is blocked after a confirmation, and can be unblocked in the same place', async () => {
  const kept = await openRequest();
  const [one] = kept.list({ params: {}, query: {}, body: {}, headers: new Headers() }).convos;
  await button('Accept').click();
  const ask = async () => {
    await button('Conversation').click();
    await page.getByRole('menuitem', { name: 'Block Ada Byron' }).click();
  };
  await ask();
  const dialog = page.getByRole('dialog', { name: 'Block Ada Byron?' });
  await expect.element(dialog).toHaveTextContent(WARNING('Ada Byron'));
  await button('Cancel', dialog).click();
  await expect.element(box).toBeVisible();
  expect(kept.blocking).toEqual([]);
  await ask();
  await button('Block', dialog).click();
  const blocked = page.getByText('You blocked Ada Byron.');
  await expect.element(blocked).toBeVisible();
  await expect.element(box).not.toBeInTheDocument();
  expect(kept.blocking.map(({ params }) => params.id)).toEqual([ada.id]);

  await openScreen(`/messages?convo=${one?.id}`, { as: me });
  await expect.element(blocked).toBeVisible();
  await expect.element(log).toHaveTextContent('Do you know me?');
  await button('Unblock').click();
  await expect.element(box).toBeVisible();
  expect(kept.unblocking.map(({ params }) => params.id)).toEqual([ada.id]);
  kept.write(kept.find(one?.id), ada.id, 'Again?');
  await kept.tell(kept.find(one?.id));
  await expect.element(log).toHaveTextContent('Again?');
});

test('the account lists blocked people, and unblocks them', async () => {
  const bela = person('Bela Kun');
  const kept = new KeptConvos(me, [bela]);
  quietOverview();
  const section = page.getByRole('region', { name: 'Blocked people' });
  fake(blocks, refused(404, 'Away.'));
  await openScreen('/account/overview', { as: me });
  await expect.element(section).toHaveTextContent('The people you blocked could not be loaded.');
  let all = [bela];
  fake(blocks, () => ({ users: all }));
  await button('Try again', section).click();
  const name = section.getByRole('listitem');
  await expect.element(name).toHaveTextContent('Bela Kun');
  all = [];
  await button('Unblock Bela Kun').click();
  await expect.element(section).toHaveTextContent('You have not blocked anybody.');
  await expect.element(name).not.toBeInTheDocument();
  expect(kept.unblocking.map(({ params }) => params.id)).toEqual([bela.id]);
});

test('other members block and unblock a musician on the profile', async () => {
  const bela = member({ firstName: 'Bela', lastName: 'Kun' });
  const kept = new KeptConvos(me, [person('Bela Kun', { id: bela.id })]);
  fakeProfile(parse(PublicUser, bela));
  const block = button('Block Bela Kun');
  for (const as of [bela, null]) {
    await openScreen(`/${bela.id}`, { as });
    await expect.element(page.getByRole('heading', { name: 'Bela Kun', level: 1 })).toBeVisible();
    await expect.element(button('Share', page.getByRole('main'))).toBeVisible();
    await expect.element(block).not.toBeInTheDocument();
  }
  await openScreen(`/${bela.id}`, { as: me });
  await block.click();
  const dialog = page.getByRole('dialog', { name: 'Block Bela Kun?' });
  await expect.element(dialog).toHaveTextContent(WARNING('Bela Kun'));
  await button('Cancel', dialog).click();
  expect(kept.blocking).toEqual([]);
  await block.click();
  await button('Block', dialog).click();
  await expect.element(button('Unblock Bela Kun')).toBeVisible();
  expect(kept.blocking.map(({ params }) => params.id)).toEqual([bela.id]);
  await openScreen(`/${bela.id}`, { as: me });
  await button('Unblock Bela Kun').click();
  await expect.element(block).toBeVisible();
  expect(kept.unblocking.map(({ params }) => params.id)).toEqual([bela.id]);
});
