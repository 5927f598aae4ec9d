import { Comment, addComment, comments } from '@scoville/contract/community/comments/comments.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { NOW, member, newId } from '../../testkit/accounts.ts';
import { type Call, fake, hold, lost } from '../../testkit/api.ts';
import { toast } from '../../testkit/find.ts';
import { LAST_PAGE, musicianRef, sample, songInFull } from '../../testkit/sample.ts';
import { quietSongs } from '../../testkit/playing.ts';
import { openScreen } from '../../testkit/screen.tsx';
import { silence } from '../../testkit/sound.ts';

const me = member();
const part = page.getByRole('region', { name: 'Comments' });
const lines = page.getByRole('list', { name: 'Comments', exact: true }).getByRole('article', { name: /^Comment by/ });
const box = page.getByRole('textbox', { name: 'Add a comment' });
const chooseMoment = part.getByRole('button', { name: /^Comment at \d/ });
const moment = part.getByText(/^At 0:0\d$/);
const LOST = 'No connection. Check your network and try again.';
let restore = () => {};

/** Removes `randomUUID` and `subtle`, which a browser offers only with HTTPS. */
function withoutHttps(): void {
  const names = ['randomUUID', 'subtle'] as const;
  const kept = names.map((name) => [name, Object.getOwnPropertyDescriptor(Crypto.prototype, name)!] as const);
  for (const name of names) Reflect.deleteProperty(Crypto.prototype, name);
  restore = () => kept.forEach(([name, property]) => Object.defineProperty(Crypto.prototype, name, property));
}
afterEach(() => restore());

/** Fakes the comments on a song like the server: a repeated idempotency key returns the same comment. */
function keptComments() {
  const all = new Map<string, Comment>();
  const list = () => [...all.values()].toReversed();
  const add = ({ body, headers }: Pick<Call<typeof addComment>, 'body' | 'headers'>): Comment => {
    const key = headers.get('idempotency-key') ?? '';
    const comment = sample(Comment, {
      id: newId(),
      body: body.comment,
      user: { ...musicianRef({ id: me.id }), deleted: false },
      createdAt: NOW,
      held: undefined,
      flagged: false,
      can: { reply: true, flag: false, delete: true },
      moment: body.moment ?? null,
      replies: [],
      replyTotal: 0,
    });
    if (!all.has(key)) all.set(key, comment);
    return all.get(key)!;
  };
  fake(comments, ({ query: { moments } }) => {
    const found = list().filter((one) => !moments || one.moment !== null);
    return { comments: found, total: found.length, paging: LAST_PAGE };
  });
  return { add, list };
}

let kept: ReturnType<typeof keptComments>;
const song = songInFull({ title: 'Kettle', sources: [silence(60)], length: 60 });
beforeEach(() => {
  quietSongs([song]);
  kept = keptComments();
});

/** Opens the song as a member, plays it and chooses the current moment for a comment. */
async function openPlaying(): Promise<void> {
  await openScreen(`/juno/${song.id}`, { as: me });
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await chooseMoment.click();
  await expect.element(moment).toBeVisible();
}

test('a comment about a moment is shown at that moment, even without HTTPS', async () => {
  withoutHttps();
  const added = fake(addComment, (call) => kept.add(call));
  await openPlaying();
  await box.fill('Here.');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(page.getByRole('list', { name: 'Timestamped comments' }).getByRole('button'))
    .toHaveAccessibleName(/^Juno Reyes at 0:0\d: Here\.$/);
  expect(added.calls.map(({ body }) => body)).toEqual([{ comment: 'Here.', moment: expect.any(Number) }]);
  await expect.element(moment).not.toBeInTheDocument();
});

test('a comment that fails to send is put back with its moment, before newer input', async () => {
  fake(addComment, lost());
  await openPlaying();
  await box.fill('Lost.');
  await userEvent.keyboard('{Enter}');
  await expect.element(toast(LOST)).toBeVisible();
  await expect.element(box).toHaveValue('Lost.');
  await expect.element(lines).toHaveLength(0);
  await expect.element(moment).toBeVisible();
  const held = hold(addComment, lost());
  await box.click();
  await userEvent.keyboard('{Enter}');
  await expect.element(box).toHaveValue('');
  await userEvent.keyboard('And more.');
  held.release();
  await expect.element(box).toHaveValue('Lost.\nAnd more.');
  await expect.element(moment).toBeVisible();
  fake(addComment, (call) => kept.add(call));
  await box.click();
  await userEvent.keyboard('{Enter}');
  await expect
    .element(lines.filter({ hasText: 'Lost.' }).getByRole('button', { name: /^Listen from 0:\d\d$/ }))
    .toBeVisible();
});

test('a comment whose answer was lost is sent again under the same key, and appears once', async () => {
  const first = fake(addComment, (call) => {
    kept.add(call);
    return lost();
  });
  await openScreen(`/juno/${song.id}`, { as: me });
  await box.fill('Once only.');
  await userEvent.keyboard('{Enter}');
  await expect.element(toast(LOST)).toBeVisible();
  await expect.element(box).toHaveValue('Once only.');
  const again = fake(addComment, (call) => kept.add(call));
  await box.click();
  await userEvent.keyboard('{Enter}');
  await expect.element(box).toHaveValue('');
  await expect.poll(() => again.calls.length).toBe(1);
  await expect.element(lines).toHaveLength(1);
  await expect.element(lines).toHaveTextContent('Once only.');
  expect(again.calls[0]?.headers.get('idempotency-key')).toBe(first.calls[0]?.headers.get('idempotency-key'));
});
