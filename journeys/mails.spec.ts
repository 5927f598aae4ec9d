import { render } from '@react-email/render';
import { expect, test } from './testkit/test.ts';
import { playsChart } from '../server/listening/stats/plays-chart.ts';
import { MAILS, MONTH_OF_PLAYS } from '../server/testkit/mails.ts';
import { addressChangeMail } from '../server/community/own-account/address-change.template.ts';
import { expectAccessible } from './testkit/accessible.ts';

const WORDS = {
  name: 'Juno Reyes',
  title: 'Cast Iron Heart',
  text: 'Warm, and well played.\nThe bass could be louder.',
};

test('every mail is readable in light and dark mode, on a desktop and on a phone', async ({ page }) => {
  const chart = `data:image/png;base64,${(await playsChart(MONTH_OF_PLAYS)).toString('base64')}`;
  for (const mail of Object.values(MAILS)) {
    // Mail programs show a mail within a page of their own. Here, the mail's table gets the role of a page's main part.
    const html = await render(mail(WORDS));
    await page.setContent(html.replace('role="presentation"', 'role="main"').replace('cid:chart', chart));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
  }
});

test('on a phone, an e-mail address wraps only before its domain, and figures do not touch', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const [user, domain] = ['juno.reyes.and.the.kettles@', 'music.example.org'];
  const product = 'Scoville';
  const rest = {
    state: 'changed',
    reason: null,
    undoUrl: 'https://music.example',
    undoDays: 7,
    unlinkDays: 7,
  } as const;
  const mail = addressChangeMail({ product, name: 'Juno', email: user + domain, ...rest });
  await page.setContent(await render(mail));
  const words = page.locator('p', { hasText: user + domain });
  /** The top of each line that `part` occupies in the paragraph. */
  const lines = (part: string) =>
    words.evaluate((paragraph, sought) => {
      const nodes: Text[] = [];
      const walk = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) nodes.push(walk.currentNode as Text);
      const node = nodes.find(({ data }) => data.includes(sought))!;
      const range = document.createRange();
      range.setStart(node, node.data.indexOf(sought));
      range.setEnd(node, node.data.indexOf(sought) + sought.length);
      return [...range.getClientRects()].map(({ top }) => top);
    }, part);
  const [above, below] = [await lines(user), await lines(domain)];
  expect([above.length, below.length]).toEqual([1, 1]);
  expect(below[0]).toBeGreaterThan(above[0]!);

  await page.setContent(await render(MAILS['ads/ad-stats']!(WORDS)));
  const gaps = await page.locator('td:not(:has(table)):has(> p + p)').evaluateAll((cells) =>
    cells.map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell.firstElementChild!);
      return cell.getBoundingClientRect().right - range.getBoundingClientRect().right;
    }),
  );
  expect(gaps).toHaveLength(3);
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(8);
});
