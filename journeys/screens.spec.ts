import { type Locator, type Page, expect, test } from './testkit/test.ts';
import sharp from 'sharp';
import type { Pool } from '../server/platform/db/connection.ts';
import { image } from '../fixtures/files.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { openDatabase } from './testkit/catalogue.ts';
import { chunkOf } from './testkit/chunks.ts';
import { musician } from './testkit/people.ts';

let db: Pool;
test.beforeAll(() => {
  db = openDatabase();
});
test.afterAll(() => db.end());

const PHONE = { width: 390, height: 844 };

/** The position and size of an element in the window. */
const boxOf = (of: Locator) => of.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);

/** The minimum and the maximum of each colour channel in a part of the window. */
async function seen(page: Page, { x, y, width, height }: Pick<DOMRect, 'x' | 'y' | 'width' | 'height'>) {
  const picture = await page.screenshot({ clip: { x, y, width, height } });
  const parts = (await sharp(picture).stats()).channels.slice(0, 3);
  return { darkest: parts.map(({ min }) => min), brightest: parts.map(({ max }) => max) };
}

test.describe('messages', () => {
  /** Scrolls until the row's lower edge is this many pixels above the window's lower edge. */
  const bringToBottom = (row: Locator, above: number) =>
    row.evaluate(
      (element, gap) => window.scrollBy(0, element.getBoundingClientRect().bottom - window.innerHeight + gap),
      above,
    );
  /**
   * Creates a musician with twenty songs, "Serving 1" to "Serving 20". Returns a function that locates the row of a
   * song.
   */
  const twentySongs = async (page: Page) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const owner = await musician(page);
    for (let n = 1; n <= 20; n += 1) await insertMedia(db, { musicianId: owner, title: `Serving ${n}` });
    return (n: number) =>
      page.getByRole('listitem').filter({ has: page.getByLabel(`Select Serving ${n}`, { exact: true }) });
  };
  /** Checks that the row and the message are completely visible and don't overlap. */
  const expectClear = async (page: Page, row: Locator) => {
    const message = page.locator('[data-toast]').last();
    await expect(message).toBeInViewport({ ratio: 1 });
    await expect(row).toBeInViewport({ ratio: 1 });
    const shared = async () => {
      const [over, worked] = [await boxOf(message), await boxOf(row)];
      return Math.min(over.bottom, worked.bottom) - Math.max(over.top, worked.top);
    };
    await expect.poll(shared, 'pixels of the row under the message').toBeLessThanOrEqual(0);
  };

  test('leave the clicked row uncovered, even if the code that moves them loads after the click', async ({ page }) => {
    const row = (await twentySongs(page))(12);
    let load = () => {};
    const pressed = new Promise<void>((resolve) => (load = resolve));
    const asked = page.waitForRequest(chunkOf('platform/ui/toast-card.tsx'));
    await page.route(chunkOf('platform/ui/toast-card.tsx'), async (route) => {
      await pressed;
      await route.continue();
    });
    // On a phone, the message appears under the finger, and the clicked button disappears.
    await page.setViewportSize(PHONE);
    await page.goto('/account/media');
    // The user's first movement makes the page load that code.
    await page.mouse.move(5, 5);
    await asked;
    // The label of an unpublished song makes the row one line taller.
    await bringToBottom(row, 48);
    await row.getByRole('button', { name: 'Unpublish Serving 12' }).click();
    await expect(page.locator('[data-toast]')).toBeVisible();
    await expect(row.getByRole('button', { name: 'Unpublish Serving 12' })).toBeHidden();
    load();
    await expectClear(page, row);
  });

  test('leave the clicked row uncovered on a page that is never idle', async ({ page }) => {
    await page.addInitScript(() => (window.requestIdleCallback = () => 0));
    const row = (await twentySongs(page))(12);
    await page.goto('/account/media');
    await expect(row).toBeVisible();
    await bringToBottom(row, 8);
    await row.getByRole('button', { name: 'Unpublish Serving 12' }).click();
    await expectClear(page, row);
  });
});

test.describe('tiles', () => {
  const SVG =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><rect width="4" height="3" fill="#fff"/></svg>';
  const WHITE = `data:image/svg+xml,${encodeURIComponent(SVG)}`;
  /** The relative luminance of a colour, from 0 to 1 (WCAG). */
  const luminance = (colour: readonly number[]): number => {
    const [red = 0, green = 0, blue = 0] = colour.map((part) =>
      part <= 10.31 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  test('have captions that fade in over the picture, and are readable on a white picture without hovering', async ({
    page,
    browser,
  }) => {
    const phone = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true });
    const touched = await phone.newPage();
    for (const on of [page, touched]) {
      await on.emulateMedia({ reducedMotion: 'reduce' });
      for (const colorScheme of ['dark', 'light'] as const) {
        await on.emulateMedia({ colorScheme });
        await on.goto('/genres');
        const tile = on.locator('main a[href^="/genres/soul"]');
        // Wait until the tile has set its own picture, so that it doesn't replace the white one.
        await expect(tile.locator('img')).toHaveAttribute('src', /./);
        await tile.locator('img').evaluate((image, src) => image.setAttribute('src', src), WHITE);
        await expect
          .poll(() => tile.locator('img').evaluate((image: HTMLImageElement) => image.complete && image.currentSrc))
          .toBe(WHITE);
        await tile.scrollIntoViewIfNeeded();
        const caption = tile.locator(':scope > span').last();
        const words = caption.locator('span');
        await expect(words).toHaveText(['Soul', /^Genre, [\d,]+ tracks?$/]);
        const colours = await words.evaluateAll((all) =>
          all.map(
            (one) =>
              getComputedStyle(one)
                .color.match(/[\d.]+/g)
                ?.map(Number) ?? [],
          ),
        );
        const places = await Promise.all([boxOf(words.nth(0)), boxOf(words.nth(1))]);
        await words.evaluateAll((all) => all.forEach((one) => ((one as HTMLElement).style.visibility = 'hidden')));
        for (const [n, place] of places.entries()) {
          const [light, dark] = [luminance(colours[n] ?? []), luminance((await seen(on, place)).brightest)];
          expect((light + 0.05) / (dark + 0.05), `contrast of line ${n + 1}`).toBeGreaterThanOrEqual(4.5);
        }
        // The caption's upper edge is invisible.
        const { x, y, width } = await boxOf(caption);
        const edge = await seen(on, { x: x + 2, y: y - 2, width: width - 4, height: 4 });
        expect(Math.min(...edge.darkest)).toBeGreaterThan(235);
      }
    }
    await phone.close();
  });
});

test.describe('themes', () => {
  const THEMES = ['dark', 'light'] as const;
  /** Colours of the theme, as the browser computes them. */
  const tokens = (page: Page) =>
    page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      const colour = (name: string) => {
        probe.style.color = `var(--${name})`;
        return getComputedStyle(probe).color;
      };
      const all = { text: colour('text'), surface: colour('surface'), muted: colour('muted') };
      probe.remove();
      return all;
    });
  const parts = (colour: string) => colour.match(/[\d.]+/g)?.map(Number) ?? [];

  test('checkboxes and sliders have the product’s colours', async ({ page }) => {
    const owner = await musician(page);
    const id = await insertMedia(db, { musicianId: owner, title: 'Coloured' });
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const path of ['/genres/soul', '/account/media', `/account/media/edit/${id}`]) {
        await page.goto(path);
        const boxes = page.getByRole('checkbox');
        await expect(boxes.first()).toBeVisible();
        const { text, surface, muted } = await tokens(page);
        const looks = await boxes.evaluateAll((all) =>
          all.map((box) => {
            const { appearance, backgroundColor, borderTopColor } = getComputedStyle(box);
            return { ticked: (box as HTMLInputElement).checked, appearance, backgroundColor, borderTopColor };
          }),
        );
        for (const { ticked, ...look } of looks)
          expect(look, path).toEqual({
            appearance: 'none',
            backgroundColor: ticked ? text : surface,
            borderTopColor: ticked ? text : muted,
          });
      }
      await page.getByRole('button', { name: 'Change Image' }).click();
      const dialog = page.getByRole('dialog', { name: 'Change Image' });
      await dialog.locator('input[type=file]').setInputFiles(await image({ width: 900, height: 600, format: 'png' }));
      const zoom = dialog.getByLabel('Zoom');
      await zoom.fill('2.5');
      const { text, surface } = await tokens(page);
      const { darkest, brightest } = await seen(page, await boxOf(zoom));
      // The slider's knob has the colour of the text, on the dialog's background, so no pixel is darker or brighter
      // than these two.
      const close = (colour: string) => parts(colour).map((part) => expect.closeTo(part, -1));
      expect(colorScheme === 'dark' ? [brightest, darkest] : [darkest, brightest]).toEqual([
        close(text),
        close(surface),
      ]);
    }
  });
});
