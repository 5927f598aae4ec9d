import { type Page, expect, test } from './testkit/test.ts';
import { moveFinger } from './testkit/touching.ts';

const list = (page: Page, name: string) => page.getByRole('main').getByRole('list', { name, exact: true });

test('J-01 RT-14 HM-04 HM-05 SR-22 a visitor browses lists, genres and moods from Home, and goes back', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto('/');
  await expect(page).toHaveTitle('Home | Scoville');
  await expect(page.getByRole('region', { name: 'Statistics' })).toBeVisible();
  await expect(list(page, 'Genres and moods')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();

  await page.getByRole('link', { name: 'See more of Perfectly Seasoned' }).click();
  await expect(page).toHaveURL(/\/perfectly-seasoned$/);
  await expect(page).toHaveTitle('Perfectly Seasoned | Scoville');
  await page.goBack();
  await page.getByRole('link', { name: 'See more of Well Done' }).click();
  await expect(page).toHaveURL(/\/well-done$/);
  await expect(page).toHaveTitle('Well Done | Scoville');
  await page.goBack();
  await expect(page).toHaveURL('/');
  await list(page, 'Genres and moods').getByRole('link', { name: 'Dusk', exact: true }).click();
  await expect(page).toHaveURL(/\/moods\/dusk\?seed=\d+$/);
  await page.goBack();
  await expect(page).toHaveURL('/');

  await list(page, 'Browse by taste').getByRole('link', { name: /^Soul/ }).click();
  await expect(page).toHaveURL(/\/genres\/soul\?seed=\d+$/);
  await expect(page).toHaveTitle('Soul | Scoville');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Moods' }).click();
  await list(page, 'Moods').getByRole('link', { name: /^Dusk/ }).click();
  await expect(page).toHaveURL(/\/moods\/dusk\?seed=\d+$/);
  await page.goBack();
  await expect(page).toHaveURL('/moods');
  await page.goBack();
  await expect(page).toHaveURL(/\/genres\/soul\?seed=\d+$/);
  expect(page.url()).not.toContain('#');
  expect(errors).toEqual([]);
});

test('GD-02 a slider scrolls by wheel, by touch and by keys', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const slider = list(page, 'Well Done');
  const left = () => slider.evaluate((element) => element.scrollLeft);
  const back = () => slider.evaluate((element) => element.scrollTo({ left: 0, behavior: 'instant' }));
  /** The slider's current centre, which moves while content above the slider loads. */
  const middle = async () => {
    await slider.scrollIntoViewIfNeeded();
    const box = await slider.boundingBox();
    if (box === null) throw new Error('The slider is not there.');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  await expect(slider.getByRole('link').first()).toBeVisible();

  const pointer = await middle();
  await page.mouse.move(pointer.x, pointer.y);
  await page.mouse.wheel(300, 0);
  await expect.poll(left).toBeGreaterThan(100);

  await back();
  await slider.getByRole('link').first().focus();
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(left).toBeGreaterThan(100);

  // Swipe to the left.
  await back();
  const { x, y } = await middle();
  await moveFinger(page, [x + 150, y], [x - 150, y]);
  await expect.poll(left).toBeGreaterThan(100);
  await context.close();
});
