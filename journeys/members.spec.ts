import { expect, test } from './testkit/test.ts';
import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import { song } from '../fixtures/files.ts';
import { readFile } from 'node:fs/promises';
import { listening } from './testkit/listening.ts';
import { HEADERS, freshPage, signUp } from './testkit/people.ts';

test('PM-05 a member can open the screens of an account, and can upload, write, like, rate, comment, reply and flag', async ({
  page,
  browser,
}) => {
  const { owner, songs } = await listening();
  const [media] = songs;
  const other = await freshPage(browser);
  await signUp(other);
  await signUp(page);
  for (const { path, title } of [
    SCREENS.accountOverview,
    SCREENS.ownMedia,
    SCREENS.editProfile,
    SCREENS.notifications,
    SCREENS.performances,
    SCREENS.subscription,
    SCREENS.messages,
    SCREENS.upload,
  ]) {
    await page.goto(path);
    await expect(page).toHaveTitle(`${title} | Scoville`);
    await expect(page).toHaveURL(path);
  }
  const post = async (path: string, data: object = {}, by = page) => {
    const answer = await by.request.post(path, { headers: HEADERS, data });
    expect(answer.status(), path).toBe(200);
    return answer.json();
  };
  const buffer = await readFile(await song({ seconds: 2, format: 'mp3', seed: 'what members do' }));
  const file = { name: 'first.mp3', mimeType: 'audio/mpeg', buffer };
  expect((await page.request.post('/api/upload', { headers: HEADERS, multipart: { file } })).status()).toBe(202);
  await post('/api/messages', { convo: { users: [owner] }, message: { text: 'What a voice.' } });
  await post(`/api/media/favorites/${media}`);
  await post(`/api/media/rate/${media}`, { rating: 4 });
  const own = await post(`/api/comments/${media}`, { comment: 'Well sung.' });
  await post(`/api/comments/reply/${own.id}`, { comment: 'And well played.' });
  const theirs = await post(`/api/comments/${media}`, { comment: 'Buy my pills.' }, other);
  await post(`/api/comments/${theirs.id}/flag`);
  await other.context().close();
});
