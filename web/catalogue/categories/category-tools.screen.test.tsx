import { genreInfo, genres } from '@scoville/contract/catalogue/categories/category-calls.ts';
import { facetsFrom } from '@scoville/contract/platform/lib/facets.ts';
import { moveAmongMedia } from '@scoville/contract/catalogue/media/media-positions.ts';
import { mediaSearch } from '@scoville/contract/listening/discovery/search.ts';
import { Artwork, type MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { uploadImage } from '@scoville/contract/catalogue/uploads.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { administrator } from '../../testkit/accounts.ts';
import { fake } from '../../testkit/api.ts';
import { toast } from '../../testkit/find.ts';
import { pickUp } from '../../testkit/pick-up.ts';
import { cardTitles, genre, inPages, listNamed, titlesOf } from '../../testkit/samples/lists.ts';
import { quietPages } from '../../testkit/samples/pages.ts';
import { sample, song, video } from '../../testkit/sample.ts';
import { address, openScreen } from '../../testkit/screen.tsx';

const main = page.getByRole('main');
const shuffling = { settings: { client: { randomizePerfectlySeasoned: false, shufflePlaylists: true } } };

beforeEach(() => quietPages());
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'share');
});

test('GM-07 SH-13 a playlist is shared as a link with its order and filter, or by the system’s dialog', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined);
  const all = [song(), song(), video()];
  fake(genreInfo, genre('soul'));
  const asked = fake(mediaSearch, ({ query }) =>
    inPages(facetsFrom(query.facets).videos ? all : all.filter(({ mediaType }) => mediaType === 'song')),
  );
  await openScreen('/genres/soul?play=false', shuffling);
  await expect.poll(address).toMatch(/seed=\d+/);
  await main.getByLabelText('Videos').click();
  await expect.poll(address).toMatch(/videos/);
  const here = new URLSearchParams(location.search);
  const dialog = page.getByRole('dialog', { name: 'Share this playlist' });
  const opener = page.getByRole('button', { name: 'Share this playlist' });
  await opener.click();
  const field = dialog.getByLabelText('Link');
  await expect.element(field).toBeVisible();
  const link = new URL((field.element() as HTMLInputElement).value);
  expect(link.origin + link.pathname).toBe(`${location.origin}/genres/soul`);
  expect([...link.searchParams.keys()].toSorted()).toEqual(['facets', 'seed']);
  for (const [name, value] of link.searchParams) expect(value).toBe(here.get(name));
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect.element(dialog.getByRole('status')).toHaveText('Link copied to clipboard');
  expect(copied.mock.calls).toEqual([[link.href]]);
  await expect.element(dialog.getByRole('button', { name: 'Share via…' })).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();

  // A browser that blocks copying, on a system with a share dialog.
  copied.mockRejectedValue(new Error('refused'));
  const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const shared: ShareData[] = [];
  Object.defineProperty(navigator, 'share', {
    configurable: true,
    value: async (data: ShareData) => void shared.push(data),
  });
  await opener.click();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect
    .element(dialog.getByRole('status'))
    .toHaveText('Your browser did not allow copying. The link is selected: copy it with your keyboard.');
  expect(warned).toHaveBeenCalledOnce();
  expect(getSelection()?.toString()).toBe(link.href);
  await dialog.getByRole('button', { name: 'Share via…' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(shared).toEqual([{ title: 'Soul', text: 'Checkout this playlist', url: link.href }]);

  // Visitors who open the link request the same list: the same filter in the same order.
  await openScreen(link.pathname + link.search, shuffling);
  await expect.poll(() => cardTitles(listNamed('Soul'))).toEqual(titlesOf(all.slice(0, 2)));
  await expect.element(main.getByLabelText('Videos')).not.toBeChecked();
  const [latest, before] = asked.calls.map(({ query }) => query).toReversed();
  expect(latest).toEqual(before);
  expect(latest?.seed).toBe(Number(here.get('seed')));
});

test('GM-03 GM-10 administrators can arrange the media of a genre, even if only songs are shown', async () => {
  const [first, second, third] = ['First', 'Second', 'Third'].map((title) => song({ title })) as [
    MediaSummary,
    MediaSummary,
    MediaSummary,
  ];
  let order = [first, second, third, video({ title: 'Film' })];
  const soul = genre('soul');
  fake(genreInfo, soul);
  fake(mediaSearch, ({ query }) => {
    const { videos } = facetsFrom(query.facets);
    const near = query.location === undefined ? {} : { near: { place: query.location, distance: query.distance } };
    return { ...inPages(order.filter(({ mediaType }) => videos || mediaType === 'song')), ...near };
  });
  const moves = fake(moveAmongMedia, ({ params: { id }, body: { after } }) => {
    const moved = order.filter((one) => one.id === id);
    const rest = order.filter((one) => one.id !== id);
    order = rest.toSpliced(rest.findIndex((one) => one.id === after) + 1, 0, ...moved);
    return { id, after: after ?? null, renumbered: false };
  });
  const forward = async (title: string, from: number, of: number) => {
    const before = moves.calls.length;
    await pickUp(page.getByRole('button', { name: `Move ${title}` }), `${title} is in position ${from} of ${of}.`);
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(page.getByText(`${title} is in position ${from + 1} of ${of}.`)).toBeInTheDocument();
    await userEvent.keyboard(' ');
    await expect.poll(() => moves.calls.length).toBe(before + 1);
  };
  const shown = () => cardTitles(listNamed('Soul'));
  const as = administrator();
  await openScreen('/genres/soul', { as, ...shuffling });
  await forward('First', 1, 4);
  await expect.poll(shown).toEqual(['Second', 'First', 'Third', 'Film']);
  // After a visit to another screen the list has its saved order, and the next move is based on that order.
  await page.getByRole('navigation').getByRole('link', { name: 'Genres' }).first().click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Genres' })).toBeVisible();
  history.back();
  await expect.poll(shown).toEqual(['Second', 'First', 'Third', 'Film']);
  await forward('First', 2, 4);
  await expect.poll(shown).toEqual(['Second', 'Third', 'First', 'Film']);
  // If only songs are shown, they are moved relative to each other. No seed is sent, because administrators see the
  // saved order.
  await openScreen(`/genres/soul?facets=${encodeURIComponent(JSON.stringify({ videos: false }))}`, {
    as,
    ...shuffling,
  });
  await forward('Third', 2, 3);
  await expect.poll(shown).toEqual(['Second', 'First', 'Third']);
  expect(moves.calls.map(({ params, body }) => [params.id, body])).toEqual([
    [first.id, { scope: 'genre', id: soul.id, after: second.id }],
    [first.id, { scope: 'genre', id: soul.id, after: third.id }],
    [third.id, { scope: 'genre', id: soul.id, after: first.id }],
  ]);

  // A list near a place cannot be arranged, and neither visitors nor members have handles.
  await openScreen('/genres/soul?location=Memphis, TN', { as, ...shuffling });
  await expect.poll(shown).toHaveLength(4);
  await expect.element(main.getByText(/^To change the order of this genre, clear/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Move/ })).not.toBeInTheDocument();
  await openScreen('/genres/soul?seed=0');
  await expect.poll(shown).toEqual(['Second', 'First', 'Third', 'Film']);
  await expect.element(page.getByRole('button', { name: /^Move/ })).not.toBeInTheDocument();
});

test('a playlist can be limited to a distance from a place', async () => {
  fake(genreInfo, genre('soul'));
  fake(mediaSearch, ({ query: { location: place = '', distance } }) => ({
    ...inPages(distance < 200 ? [] : [song({ title: 'Kettle' })]),
    near: { place, distance },
  }));
  await openScreen('/genres/soul?location=Nashville, TN&distance=100');
  await expect.element(page.getByText('Nothing matches this filter.', { exact: true })).toBeVisible();
  await openScreen('/genres/soul?location=Nashville, TN&distance=250');
  await expect.poll(() => cardTitles(listNamed('Soul'))).toEqual(['Kettle']);
});

/** Makes a picture file. */
async function pictureFile(width: number, height: number): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.fillRect(0, 0, width, height);
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'picture.png', { type: 'image/png' });
}

test('GM-11 administrators change the picture of a genre, which is shown wherever the genre is', async () => {
  let ambient = genre('ambient');
  fake(genreInfo, () => ambient);
  fake(genres, () => ({ genres: [ambient], total: 1 }));
  fake(mediaSearch, inPages([]));
  const sent = fake(uploadImage, ({ body: { targetId } }) => {
    const imageUrl = `/images/genre/${targetId}/2/700.jpg`;
    ambient = { ...ambient, imageUrl };
    return { imageUrl, version: 2, artwork: sample(Artwork) };
  });
  await openScreen('/genres/ambient');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveText('Ambient');
  await expect.element(page.getByRole('button', { name: 'Change Image' })).not.toBeInTheDocument();
  await openScreen('/genres/ambient', { as: administrator() });
  await page.getByRole('button', { name: 'Change Image' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Image' });
  await userEvent.upload(dialog.getBySelector('input[type=file]'), await pictureFile(900, 800));
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(toast('Successfully updated!')).toBeVisible();
  expect(sent.calls.map(({ body }) => body)).toEqual([{ imageType: 'genre', targetId: ambient.id }]);
  const picture = await createImageBitmap(sent.calls[0]?.files['image'] ?? new Blob());
  expect([picture.width, picture.height]).toEqual([700, 700]);
  await expect.element(main.getBySelector('header img')).toHaveAttribute('src', ambient.imageUrl ?? '');
  await openScreen('/genres');
  await expect.element(listNamed('Genres').getBySelector('img')).toHaveAttribute('src', ambient.imageUrl ?? '');
});
