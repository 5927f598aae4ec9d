import { mediaSearch } from '@scoville/contract/listening/discovery/search.ts';
import { help } from '@scoville/contract/business/support/help.ts';
import { media } from '@scoville/contract/catalogue/media/media.ts';
import { browseNext } from '@scoville/contract/listening/discovery/recommendations.ts';
import { places } from '@scoville/contract/platform/places.ts';
import { searchSuggestions } from '@scoville/contract/listening/discovery/search-suggestions.ts';
import { uploadProgress } from '@scoville/contract/catalogue/uploads.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { administrator, musician } from '../../testkit/accounts.ts';
import { fake, fakeFile, hold } from '../../testkit/api.ts';
import { expectNoSideways, textsOf } from '../../testkit/matchers.ts';
import { cardTitles, inPages, listNamed } from '../../testkit/samples/lists.ts';
import { quietPages } from '../../testkit/samples/pages.ts';
import { song, songInFull, video } from '../../testkit/sample.ts';
import { address, openScreen } from '../../testkit/screen.tsx';

const box = page.getByRole('combobox', { name: 'Search' });
const list = page.getByRole('listbox', { name: 'Suggestions' });
const palette = page.getByRole('dialog', { name: 'Find anything' });
const options = palette.getByRole('option');
const one = song({ title: 'Song of kettle' });
const path = `/juno/${one.id}`;
const suggestions = [
  { kind: 'video' as const, label: 'Video of kettle', detail: 'Juno Reyes', path: `/juno/${one.id}0` },
  { kind: 'song' as const, label: 'Song of kettle', detail: 'Juno Reyes', path },
];
const results = (q: string) => cardTitles(listNamed(`Results for: ${q}`));

beforeEach(() => {
  quietPages();
  fake(searchSuggestions, { suggestions });
  fake(mediaSearch, ({ query: { q = '' } }) => inPages([song({ title: `Song of ${q}` })]));
});

test('SR-17 the search box is shown on every screen', async () => {
  fake(uploadProgress, { progress: [], total: 0 });
  fake(help, { intro: '', sections: [] });
  const as = musician();
  for (const screen of ['/', '/genres', '/account/delete', '/help/about', '/upload']) {
    await openScreen(screen, { as });
    await expect.element(page.getBySelector('header search input')).toBeVisible();
  }
});

test.each([1440, 390])(
  'SR-17 the search field starts with an icon, and a click on the icon focuses the field (%i px wide)',
  async (width) => {
    await page.viewport(width, 844);
    await openScreen('/genres');
    await expect.element(box).toBeVisible();
    const field = box.element() as HTMLElement;
    const drawn = field.parentElement?.querySelector('svg') as SVGElement;
    const [outer, inner] = [field.getBoundingClientRect(), drawn.getBoundingClientRect()];
    expect(inner.width).toBe(22);
    expect(inner.left).toBeGreaterThan(outer.left);
    // The text starts after the icon.
    expect(inner.right).toBeLessThanOrEqual(outer.left + Number.parseFloat(getComputedStyle(field).paddingInlineStart));
    expect((inner.top + inner.bottom) / 2).toBeCloseTo((outer.top + outer.bottom) / 2, 0);
    expect(document.elementFromPoint(inner.left + 11, inner.top + 11)).toBe(field);
  },
);

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`SR-17 SR-18 the search box suggests while the user types, and searches (${width} px wide)`, async () => {
    await page.viewport(width, height);
    await openScreen('/genres');
    await expect.element(box).toBeVisible();
    await box.click();
    await userEvent.keyboard('kett');
    await expect
      .poll(() => textsOf(list.getByRole('option')))
      .toEqual(['Video of kettleVideo by Juno Reyes', 'Song of kettleSong by Juno Reyes']);
    await expect.element(box).toHaveAttribute('aria-expanded', 'true');
    await expectNoSideways();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.element(list.getByRole('option', { selected: true })).toHaveTextContent('Song of');
    await expect.element(box).toHaveAttribute('aria-activedescendant', expect.stringMatching(/-1$/));
    await userEvent.keyboard('{Escape}');
    await expect.element(list).not.toBeInTheDocument();
    await expect.element(box).toHaveAttribute('aria-expanded', 'false');
    await expect.element(box).toHaveValue('kett');
    await userEvent.keyboard('{ArrowUp}');
    await userEvent.keyboard('{Enter}');
    await expect.poll(address).toBe(path);
    await expect.element(list).not.toBeInTheDocument();
    await box.fill('kettle');
    await userEvent.keyboard('{Enter}');
    await expect.poll(address).toBe('/search?q=kettle');
    await expect.poll(() => results('kettle')).toEqual(['Song of kettle']);
  });

test('typing continues undisturbed when a page that was loading opens', async () => {
  const held = hold(media, songInFull({ id: one.id, title: one.title }));
  await openScreen('/genres');
  await box.click();
  await userEvent.keyboard('kett');
  await list.getByRole('option', { name: 'Song of kettle' }).click();
  await expect.poll(() => held.calls.length).toBeGreaterThan(0);
  await box.fill('');
  await userEvent.keyboard('kettle');
  held.release();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Song of kettle' })).toBeVisible();
  await expect.poll(() => document.title).toMatch(/^Song of kettle/);
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/search?q=kettle');
});

test('one key opens the palette, which finds screens and places as well', async () => {
  await openScreen('/genres');
  await expect.element(box).toBeVisible();
  await userEvent.keyboard('/');
  await expect.element(palette.getByRole('combobox')).toHaveFocus();
  await expect.element(options.filter({ hasText: 'Perfectly Seasoned' })).toBeVisible();
  await expect.element(options.filter({ hasText: 'Administer' })).not.toBeInTheDocument();
  fake(searchSuggestions, { suggestions: [] });
  fake(places, ({ query }) => ({
    places: query.query === 'Memphis, T' ? [{ city: 'Memphis', state: 'TN' }] : [],
    timeZone: null,
  }));
  await palette.getByRole('combobox').fill('contac');
  await expect.poll(() => textsOf(options)).toEqual(['ContactScreen']);
  await userEvent.keyboard('{ArrowDown}');
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/help/contact');
  await expect.element(palette).not.toBeInTheDocument();

  // A typed "/" is text in a field; Ctrl+K opens the palette there, too.
  const field = page.getByLabelText('Message');
  // A new page moves the focus to its heading, once.
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  await field.click();
  await userEvent.keyboard('/');
  await expect.element(field).toHaveValue('/');
  await userEvent.keyboard('{Control>}k{/Control}');
  await palette.getByRole('combobox').fill('Memphis, T');
  await options.filter({ hasText: 'Memphis, TN' }).click();
  await expect.poll(address).toMatch(/^\/search\?location=Memphis/);
  await userEvent.keyboard('{Control>}k{/Control}');
  const mood = { kind: 'mood' as const, label: 'Late Night', detail: null, path: '/moods/late-night' };
  fake(searchSuggestions, ({ query: { q } }) => ({ suggestions: q === 'late ni' ? [mood] : [] }));
  await palette.getByRole('combobox').fill('late ni');
  await expect.element(options.filter({ hasText: 'Late Night' })).toHaveText('Late NightMood');
  await palette.getByRole('combobox').fill('qqqqqq');
  await expect.element(palette.getByText('No suggestions. Press Enter to search.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(palette).not.toBeInTheDocument();

  await openScreen('/genres', { as: administrator() });
  await expect.element(box).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await palette.getByRole('combobox').fill('administer me');
  await expect.element(options.filter({ hasText: 'Administer Media' })).toBeVisible();
});

test('a search on the search screen closes the suggestions, as any page change does', async () => {
  await page.viewport(390, 844);
  const [kettle, film] = [song({ title: 'Kettle' }), video({ title: 'Kettle Film' })];
  fake(mediaSearch, ({ query: { facets = '' } }) =>
    inPages(facets.includes('"videos":false') ? [kettle] : [kettle, film]),
  );
  const suggested = list.getByRole('option').first();
  await openScreen('/genres');
  await box.fill('smoke');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => results('smoke')).toHaveLength(2);
  await box.fill('');
  await userEvent.keyboard('kettle');
  await expect.element(suggested).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/search?q=kettle');
  await expect.poll(() => results('kettle')).toEqual(['Kettle', 'Kettle Film']);
  await expect.element(list).not.toBeInTheDocument();
  // Back closes the suggestions, too.
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(suggested).toBeVisible();
  history.back();
  await expect.poll(address).toBe('/search?q=smoke');
  await expect.element(list).not.toBeInTheDocument();
  // A filter changes only the search part of the address, which doesn't count as a page change.
  history.forward();
  await expect.poll(() => results('kettle')).toEqual(['Kettle', 'Kettle Film']);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(suggested).toBeVisible();
  (page.getByRole('main').getByLabelText('Videos').element() as HTMLInputElement).click();
  await expect.poll(() => results('kettle')).toEqual(['Kettle']);
  await expect.element(suggested).toBeVisible();
});

test('a search closes the palette and the player’s display above the search screen', async () => {
  const tagged = songInFull({ ...one, tags: [{ text: 'smoked' }] });
  quietPages([tagged]);
  fakeFile(/^\/files\//, new Blob(), 'audio/mp4');
  fake(browseNext, { media: [], why: [] });
  fake(places, { places: [{ city: 'Memphis', state: 'TN' }], timeZone: null });
  await openScreen('/search?q=smoke');
  await expect.poll(() => results('smoke')).toHaveLength(1);
  await userEvent.keyboard('{Control>}k{/Control}');
  await palette.getByRole('combobox').fill('Memphis, T');
  await options.filter({ hasText: 'Memphis, TN' }).click();
  await expect.poll(address).toMatch(/^\/search\?location=Memphis/);
  await expect.element(palette).not.toBeInTheDocument();

  await openScreen('/search?q=smoke');
  fake(mediaSearch, inPages([one]));
  await box.fill('kettle');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('main').getByRole('button', { name: 'Play Song of kettle' }).click();
  await page.getByRole('button', { name: 'Expand the player' }).click();
  const display = page.getByRole('dialog', { name: /^Player/ });
  await display.getByRole('list', { name: 'Labels' }).getByRole('link', { name: 'smoked' }).click();
  await expect.poll(address).toBe('/search?q=smoked&tagged=true');
  await expect.element(display).not.toBeInTheDocument();
});
