import { addFavorite, remember } from '@scoville/contract/catalogue/favorites.ts';
import { unreadNotifications } from '@scoville/contract/community/notifications/notifications.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError, call } from '../platform/lib/call.ts';
import { member, newId } from './accounts.ts';
import { SERVER_SAYS, broken, fake, fakeFile, forgetAnswers, hold, lost, quietly, refused } from './api.ts';
import { sendLiveEvent } from './live.ts';
import { LAST_PAGE, pageBefore, song, video } from './sample.ts';
import { openScreen } from './screen.tsx';

const list = { media: [song(), video()], paging: LAST_PAGE };
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error as ApiError,
  );

test('a fake uses its latest answer, and records each call as parsed by the contract', async () => {
  fake(remember, { ...list, paging: pageBefore('later') });
  const faked = fake(remember, ({ query }) => ({ ...list, paging: { ...LAST_PAGE, page: query.page ?? 1 } }));
  expect(await call(remember, { query: { page: 3 } })).toMatchObject({ paging: { page: 3 } });
  expect(faked.calls.map(({ query }) => query)).toEqual([{ page: 3 }]);
});

test('a call without a fake fails the test', async () => {
  await failure(call(remember, { query: { page: 2 } }));
  expect(forgetAnswers()).toEqual(['GET /api/remember?page=2 has no answer: fake its endpoint.']);
});

test('a reply that breaks the contract fails the test', async () => {
  fake(remember, { media: [] } as never);
  expect((await failure(call(remember, {})))?.status).toBe(400);
  fake(unreadNotifications, { count: 1, more: true } as never);
  await failure(call(unreadNotifications, {}));
  expect(forgetAnswers()).toEqual([
    expect.stringMatching(/^The fake of GET \/api\/remember doesn't answer what the contract promises/),
    'The fake of GET /api/notifications/unread answers more than the contract names.',
  ]);
});

test('a call that the server would refuse fails the test, unless a refusal is faked', async () => {
  fake(addFavorite, ({ params: { id } }) => ({ id, isFavorite: true, rememberCount: 1 }));
  await failure(call(addFavorite, { params: { id: 'x' } }));
  expect(forgetAnswers()).toEqual([
    expect.stringMatching(/^POST \/api\/media\/favorites\/:id was called with a params/),
  ]);
  fake(addFavorite, refused(404, 'This media does not exist.'));
  expect((await failure(call(addFavorite, { params: { id: 'x' } })))?.status).toBe(404);
});

test('a refusal names its fields, and a failure has the server’s status and message', async () => {
  fake(remember, refused(422, 'No.', [{ field: 'page', message: 'Too far.' }]));
  expect(await failure(call(remember, {}))).toMatchObject({
    status: 422,
    message: 'No.',
    fields: [{ field: 'page', code: 'invalid', message: 'Too far.' }],
  });
  fake(remember, broken());
  expect(await failure(call(remember, {}))).toMatchObject({ status: 500, message: SERVER_SAYS });
  fake(remember, lost());
  expect(await failure(call(remember, {}))).toMatchObject({ status: 0 });
});

test('a held call is answered once it is released, and an aborted one fails at once', async () => {
  const held = hold(remember, list);
  const stop = new AbortController();
  const aborted = failure(call(remember, { signal: stop.signal }));
  let answered = false;
  const waiting = call(remember, {}).then(() => (answered = true));
  await expect.poll(() => held.calls.length).toBe(2);
  stop.abort(new Error('The screen is gone.'));
  expect(await aborted).toEqual(new Error('The screen is gone.'));
  expect(answered).toBe(false);
  held.release();
  expect(await waiting).toBe(true);
});

test('a literal path wins over a parameter, and the fake of a test over that of the frame', async () => {
  const id = newId();
  quietly(addFavorite, { id, isFavorite: false, rememberCount: 0 });
  fake(addFavorite, { id, isFavorite: true, rememberCount: 1 });
  quietly(addFavorite, { id, isFavorite: false, rememberCount: 0 });
  expect(await call(addFavorite, { params: { id } })).toMatchObject({ isFavorite: true });
});

test('a faked file is served to a page that fetches it', async () => {
  fakeFile(/^\/files\/peaks/, 'x', 'text/plain');
  const answer = await fetch('/files/peaks.txt');
  expect([answer.headers.get('Content-Type'), await answer.text()]).toEqual(['text/plain', 'x']);
});

test('a live event reaches the frame', async () => {
  fake(remember, list);
  let count = 0;
  const counted = fake(unreadNotifications, () => ({ count }));
  await openScreen('/favorites', { as: member() });
  await expect.poll(() => counted.calls.length).toBe(1);
  count = 3;
  await sendLiveEvent({ name: 'notifications', data: { unread: 3 } });
  await expect.element(page.getByRole('button', { name: /Notifications.*3/ })).toBeVisible();
});
