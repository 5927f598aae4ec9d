import { expect, test } from './testkit/test.ts';
import { HEADERS, asAdmin, beVisitor, signUp } from './testkit/people.ts';

const NAMES = [
  'Comments',
  'Messages',
  'Profile updates',
  'Follower updates',
  'Newsletter',
  'Curation',
  'Spotlight',
  'None',
];

test('NO-01 RT-28 J-24 eight switches choose the topics of mails, and keep their state', async ({ page }) => {
  await page.goto('/account/notifications');
  await expect(page).toHaveURL('/login');

  const { email } = await signUp(page);
  await page.goto('/account/notifications');
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(`mails to ${email}`);
  const toggle = (name: string) => page.getByRole('switch', { name, exact: true });
  const on = async (expected: readonly string[]) => {
    for (const name of NAMES) await expect(toggle(name), name).toBeChecked({ checked: expected.includes(name) });
  };
  const answers: number[] = [];
  const sent: object[] = [];
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.postDataJSON() as object));
  page.on('response', (answer) => answer.request().method() === 'PUT' && answers.push(answer.status()));
  /** Waits until this many changes are saved. The word “Saved” alone could be from an earlier change. */
  const saved = async (changes = 1) => {
    await expect.poll(() => answers).toEqual(Array.from({ length: changes }, () => 200));
    answers.length = 0;
    await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  };
  const all = NAMES.slice(0, -1);
  await expect(page.getByRole('switch')).toHaveCount(8);
  await on(all);

  for (const [index, name] of all.entries()) {
    await toggle(name).click();
    await on(all.slice(index + 1));
  }
  await saved(all.length);
  // Each switch changes one setting, in the order of the switches on the screen.
  expect(sent).toEqual(
    ['comments', 'messages', 'profileUpdates', 'followerUpdates', 'newsletter', 'curation', 'spotlight'].map(
      (name) => ({ emailSettings: { [name]: false } }),
    ),
  );
  await page.reload();
  await on([]);

  await toggle('Curation').focus();
  await page.keyboard.press('Space');
  await saved();
  await toggle('None').click();
  await saved();
  await page.reload();
  await on(['None']);
  await toggle('Comments').click();
  await on(['Comments']);
  await saved();
  await page.reload();
  await on(['Comments']);
});

test('AC-12 an unsubscribe link requires a confirmation, and stops the mails to its address', async ({ page }) => {
  const { email, id } = await signUp(page);
  // Opened without a token, the screen sends its link by mail. The test reads this mail from the outbox.
  await beVisitor(page);
  await page.goto(`/account/unsubscribe?email=${encodeURIComponent(email)}`);
  await expect(page.getByRole('heading', { name: 'Unsubscribe' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const settings = () =>
    asAdmin(async (admin) => {
      const answer = await admin.put(`/api/users/${id}`, { headers: HEADERS, data: {} });
      return ((await answer.json()) as { emailSettings: { none: boolean } }).emailSettings;
    });
  expect(await settings()).toMatchObject({ none: false });

  let link = '';
  await expect
    .poll(() =>
      asAdmin(async (admin) => {
        const { mail } = (await (await admin.get('/api/outbox?size=100')).json()) as {
          mail: { to: string; kind: string; text: string }[];
        };
        const text = mail.find(({ to, kind }) => to === email && kind === 'unsubscribe')?.text ?? '';
        return (link = /\/account\/unsubscribe\?\S+/.exec(text)?.[0] ?? '');
      }),
    )
    .not.toBe('');
  await page.goto(link);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();
  await expect(page.getByText('From now on we only email you about your account itself.')).toBeFocused();
  expect(await settings()).toMatchObject({ none: true, curation: false });

  await page.goto(`${link}x`);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'damaged' })).toHaveText(
    'This link is damaged. Open it again from the mail.',
  );
});
