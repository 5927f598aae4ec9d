import { facetsFrom } from '@scoville/contract/platform/lib/facets.ts';
import { mediaSearch } from '@scoville/contract/listening/discovery/search.ts';
import { browse } from '@scoville/contract/listening/discovery/recommendations.ts';
import { places } from '@scoville/contract/platform/places.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { administrator } from '../../testkit/accounts.ts';
import { fake } from '../../testkit/api.ts';
import { toast } from '../../testkit/find.ts';
import { cardTitles, inPages, listNamed } from '../../testkit/samples/lists.ts';
import { quietPages } from '../../testkit/samples/pages.ts';
import { LAST_PAGE, song, songInFull, video } from '../../testkit/sample.ts';
import { address, openScreen } from '../../testkit/screen.tsx';

const main = page.getByRole('main');
const [songs, videos] = [main.getByLabelText('Songs'), main.getByLabelText('Videos')];
const underReview = main.getByLabelText('Under Review');
const drawer = page.getByRole('dialog', { name: 'Filter Media' });
const openDrawer = () => page.getByRole('button', { name: 'Filter Media' }).click();
const NOTHING = 'Your query “kettle” did not return any results.';
const shown = () => cardTitles(listNamed('Results for: kettle'));
const BOTH = ['Song of kettle', 'Video of kettle'];

const [one, other] = [song({ title: BOTH[0] ?? '' }), video({ title: BOTH[1] ?? '' })];
const waiting = song({ title: 'Waiting kettle' });
const KNOWN: Record<string, number> = { 'Memphis, TN': 0, 'Nashville, TN': 197, 'Hilo, HI': 4300 };

/** Fakes a search that finds a song and a video from Memphis; with Under Review it finds only another song. */
const search = () =>
  fake(mediaSearch, ({ query: { location: place, distance, tagged, facets: text } }) => {
    const facets = facetsFrom(text);
    if (facets.underReview) return inPages([waiting]);
    if (tagged) return inPages([]);
    const found = [...(facets.songs ? [one] : []), ...(facets.videos ? [other] : [])];
    if (place === undefined) return inPages(found);
    const miles = KNOWN[place];
    if (miles === undefined) return { ...inPages(found), near: null };
    return { ...inPages(miles <= distance ? found : []), near: { place, distance } };
  });

beforeEach(() => quietPages());

test('RT-45 SR-05 SR-06 a search shows its results, and its address keeps which kinds are shown', async () => {
  const asked = search();
  await openScreen('/search?q=kettle');
  await expect.poll(shown).toEqual(BOTH);
  expect(document.title).toBe('Results for: kettle | Scoville');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveText('Results for: kettle');
  await expect.element(main.getByRole('status').first()).toHaveText('2 results.');
  await expect.element(songs).toBeChecked();
  await expect.element(videos).toBeChecked();
  await expect.element(underReview).not.toBeInTheDocument();
  expect(asked.calls.map(({ query }) => query.q)).toEqual(['kettle']);

  await videos.click();
  await expect.poll(shown).toEqual(['Song of kettle']);
  await videos.click();
  await expect.poll(shown).toEqual(BOTH);
  await songs.click();
  await expect.poll(shown).toEqual(['Video of kettle']);
  const facets = { local: false, songs: false, videos: true, underReview: false };
  expect(address()).toBe(`/search?q=kettle&facets=${encodeURIComponent(JSON.stringify(facets))}`);
  await openScreen(address());
  await expect.poll(shown).toEqual(['Video of kettle']);
  await expect.element(songs).not.toBeChecked();
});

test('SR-07 SR-08 SR-09 the address keeps a place, a distance, a tag and the open drawer', async () => {
  search();
  const near = (place: string, distance: number) =>
    `/search?q=kettle&location=${encodeURIComponent(place)}&distance=${distance}`;
  await openScreen(near('Memphis, TN', 10));
  await expect.poll(shown).toEqual(BOTH);
  await openScreen(near('Nashville, TN', 100));
  await expect.element(main.getByText(NOTHING)).toBeVisible();
  await openScreen(near('Nashville, TN', 250));
  await expect.poll(shown).toEqual(BOTH);
  const chip = main.getByRole('button', { name: '250 miles around Nashville, TN. Remove this filter' });
  await expect.element(chip).toBeVisible();
  fake(places, { places: [], timeZone: null });
  await openScreen(`${near('Nashville, TN', 250)}&filters=true`);
  await expect.element(drawer.getByRole('combobox', { name: 'Near' })).toHaveValue('Nashville, TN');
  await expect.element(drawer.getByLabelText('Within')).toHaveValue('250');
  await openScreen('/search?q=kettle&tagged=true');
  await expect.element(main.getByText(NOTHING)).toBeVisible();
});

test('an unknown place is reported and doesn’t filter the results', async () => {
  search();
  await openScreen('/search?q=kettle&location=Atlantis&distance=50');
  const notice =
    'We do not know a place called “Atlantis”, so this shows results from everywhere. Write it like Memphis, TN.';
  await expect.element(toast(notice)).toBeVisible();
  await expect.poll(shown).toEqual(BOTH);
  await main.getByRole('button', { name: 'Unknown place: Atlantis. Remove this filter' }).click();
  await expect.poll(address).not.toContain('Atlantis');
  await expect.poll(shown).toEqual(BOTH);
});

test('SR-13 SR-14 SR-15 the drawer of filters changes the search only when applied', async () => {
  search();
  const asked = fake(places, { places: [{ city: 'Hilo', state: 'HI' }], timeZone: null });
  await openScreen('/search?q=kettle');
  await expect.poll(shown).toEqual(BOTH);
  await openDrawer();
  await expect.element(drawer.getByLabelText('Songs')).toBeChecked();
  await expect.element(drawer.getByLabelText('Videos')).toBeChecked();
  await expect.element(drawer.getByLabelText('Under Review')).not.toBeInTheDocument();
  await expect.element(drawer.getByLabelText('Local')).toBeDisabled();
  await expect.element(drawer.getByLabelText('Local')).not.toBeChecked();
  await drawer.getByLabelText('Songs').click();
  await drawer.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(drawer).not.toBeInTheDocument();
  expect(shown()).toEqual(BOTH);
  expect(address()).toBe('/search?q=kettle');

  await openDrawer();
  await drawer.getByRole('combobox', { name: 'Near' }).fill('Hilo, H');
  await page.getByRole('option', { name: 'Hilo, HI' }).click();
  await drawer.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(address).toMatch(/location=Hilo%2C(\+|%20)HI&distance=50/);
  expect(asked.calls[0]?.query).toEqual({ query: 'Hilo, H' });
  await page.getByRole('button', { name: 'Search without filters' }).click();
  await expect.poll(shown).toEqual(BOTH);
});

test('SR-16 administrators can search submissions under review, but not in a playlist', async () => {
  search();
  const as = administrator();
  await openScreen('/search?q=kettle', { as });
  await underReview.click();
  await expect.poll(shown).toEqual(['Waiting kettle']);
  await openDrawer();
  await expect.element(drawer.getByLabelText('Under Review')).toBeChecked();
  await drawer.getByLabelText('Under Review').click();
  await drawer.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(shown).toEqual(BOTH);
  await openScreen('/genres/soul', { as });
  await openDrawer();
  await expect.element(drawer.getByLabelText('Songs')).toBeVisible();
  await expect.element(drawer.getByLabelText('Under Review')).not.toBeInTheDocument();
});

test('EM-03 a search without results shows a message, and offers the closest matches or the recommendations', async () => {
  const nearest = (words: string[]) => ({
    ...inPages<typeof one>([]),
    search: { corrected: false, dropped: null, nearest: words },
  });
  fake(mediaSearch, ({ query: { q } }) =>
    q === 'kettle' ? inPages([one]) : nearest(q === 'ketttle' ? ['kettle', 'kettles'] : []),
  );
  fake(browse, { media: [], why: [], paging: LAST_PAGE });
  await openScreen('/search?q=ketttle');
  const sentence = (q: string) => main.getByText(`Your query “${q}” did not return any results.`, { exact: true });
  await expect.element(sentence('ketttle')).toBeVisible();
  const closest = page.getByRole('navigation', { name: 'Closest matches' });
  await closest.getByRole('link', { name: 'kettle', exact: true }).click();
  await expect.poll(address).toBe('/search?q=kettle');
  await expect.poll(shown).toEqual(['Song of kettle']);
  await openScreen('/search?q=qqqqqq');
  await expect.element(sentence('qqqqqq')).toBeVisible();
  await main.getByRole('link', { name: 'See recommendations' }).click();
  await expect.poll(address).toMatch(/^\/browse/);
});

test('EM-03 a tag leads to a search for exactly this tag', async () => {
  quietPages([songInFull({ id: one.id, title: one.title, tags: [{ text: 'slow cooked' }, { text: 'kettle' }] })]);
  const asked = fake(mediaSearch, inPages([one]));
  await openScreen(`/juno/${one.id}`);
  await main.getByRole('list', { name: 'Labels' }).getByRole('link', { name: 'kettle' }).click();
  await expect.poll(address).toBe('/search?q=kettle&tagged=true');
  const about = main.getByRole('status').first();
  await expect.element(about).toHaveText('1 result. Showing only exact matches of this tag.');
  expect(asked.calls.map(({ query: { q, tagged } }) => ({ q, tagged }))).toEqual([{ q: 'kettle', tagged: true }]);
});
