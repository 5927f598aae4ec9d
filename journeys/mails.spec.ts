import { render } from '@react-email/render';
import { expect, test } from './test.ts';
import { playsChart } from '../server/stats/plays-chart.ts';
import { MAILS, MONTH_OF_PLAYS } from '../server/testkit/mails.ts';
import { expectAccessible } from './accessible.ts';

const WORDS = {
  name: 'Juno Reyes',
  title: 'Cast Iron Heart',
  text: 'Warm, and well played.\nThe bass could be louder.',
};

test('every mail can be read in light and in dark, at a desk and on a phone', async ({ page }) => {
  const chart = `data:image/png;base64,${(await playsChart(MONTH_OF_PLAYS)).toString('base64')}`;
  for (const mail of Object.values(MAILS)) {
    // A mail program shows it within a page of its own.
    const html = await render(mail(WORDS));
    await page.setContent(html.replace('role="presentation"', 'role="main"').replace('cid:chart', chart));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
  }
});
