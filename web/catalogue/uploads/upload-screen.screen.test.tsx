import { genreSuggestions } from '@scoville/contract/catalogue/categories/category-calls.ts';
import { uploadProgress } from '@scoville/contract/catalogue/uploads.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { musician } from '../../testkit/accounts.ts';
import { fake } from '../../testkit/api.ts';
import { textsOf } from '../../testkit/matchers.ts';
import { openScreen } from '../../testkit/screen.tsx';

const { sendFile } = vi.hoisted(() => ({
  sendFile: vi.fn<(file: File, options: { genres: readonly string[] }) => Promise<unknown>>(),
}));
vi.mock('./send-file.ts', () => ({ sendFile }));

function drop(...names: string[]) {
  const files = new DataTransfer();
  for (const name of names) files.items.add(new File(['sound'], name));
  page
    .getByTestId('drop-zone')
    .element()
    .dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
}

test('a genre that was typed but not entered is sent with dropped files', async () => {
  sendFile.mockReturnValue(new Promise(() => {}));
  fake(genreSuggestions, { genres: [] });
  fake(uploadProgress, { progress: [], total: 0 });
  await openScreen('/upload', { as: musician() });
  await page.getByLabelText(/^I made what I upload/).click();
  await page.getByLabelText('Genres', { exact: true }).fill('City Pop');
  drop('song.mp3');
  await expect
    .poll(() => sendFile.mock.calls.map(([file, { genres }]) => [file.name, genres]))
    .toEqual([['song.mp3', ['City Pop']]]);
  const chips = page.getByRole('list', { name: 'Genres of this media' });
  await expect.poll(() => textsOf(chips.getByRole('listitem'))).toEqual(['City Pop']);
  await expect.element(page.getByLabelText('Genres', { exact: true })).toHaveValue('');
});
