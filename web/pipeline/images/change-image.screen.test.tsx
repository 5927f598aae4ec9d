import { Category } from '@scoville/contract/catalogue/categories/categories.ts';
import { genreInfo, moodInfo } from '@scoville/contract/catalogue/categories/category-calls.ts';
import { mediaSearch } from '@scoville/contract/listening/discovery/search.ts';
import { uploadImage } from '@scoville/contract/catalogue/uploads.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { administrator } from '../../testkit/accounts.ts';
import { fake, hold, refused } from '../../testkit/api.ts';
import { button, choosePicture, openNewForm, pictureEditor, section } from '../../testkit/editing-profile.ts';
import { LAST_PAGE, sample } from '../../testkit/sample.ts';
import { fakeImages } from '../../testkit/samples/profile.ts';
import { openScreen } from '../../testkit/screen.tsx';

const frame = pictureEditor.getByRole('group', { name: /^Crop area/ });
const picture = section('Profile picture');

/** Opens the editor with the last "Change Image" button, and moves and zooms a picture behind the editor's frame. */
async function expectEditor(shape: 'circle' | 'square'): Promise<void> {
  await page.getByRole('button', { name: 'Change Image' }).last().click();
  await choosePicture();
  await expect.element(frame).toBeVisible();
  const { width, height } = frame.element().getBoundingClientRect();
  expect([width, height]).toEqual([expect.closeTo(300, 1), expect.closeTo(300, 1)]);
  expect(getComputedStyle(frame.element()).borderRadius).toBe(shape === 'circle' ? '50%' : '0px');
  const moved = () => pictureEditor.getBySelector('img').element().style.transform;
  await pictureEditor.getByLabelText('Zoom').fill('2');
  await expect.poll(moved).toMatch(/translate\(0px,? 0px\).* scale\(2\)/);
  (frame.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(moved).toMatch(/translate\([1-9]\d*px,? 0px\).* scale\(2\)/);
}

async function cancelEditor(): Promise<void> {
  await button('Cancel', pictureEditor).click();
  await expect.element(pictureEditor).not.toBeInTheDocument();
}

test('IM-03 the editor can’t be closed while a picture is being saved, and then shows the refusal', async () => {
  await openNewForm();
  await button('Change Image', picture).click();
  await choosePicture();
  const sent = hold(uploadImage, refused(500, 'The disk is full.'));
  await button('Save', pictureEditor).click();
  await expect.poll(() => sent.calls.length).toBe(1);
  await expect.element(button('Cancel', pictureEditor)).toBeDisabled();
  await expect.element(button('Close', pictureEditor)).toBeDisabled();
  // Pages can't prevent the second Escape in a row from closing a dialog.
  await userEvent.keyboard('{Escape}{Escape}');
  sent.release();
  await expect.element(pictureEditor.getByText('The disk is full.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(pictureEditor).not.toBeInTheDocument();
});

test('IM-01 IM-02 IM-06 a person’s picture is cropped behind a circle, and saved without scaling', async () => {
  const account = await openNewForm();
  const images = fakeImages(account);
  await expectEditor('circle');
  await button('Save', pictureEditor).click();
  await expect.element(pictureEditor).not.toBeInTheDocument();
  const [{ body, files }] = images.calls as [(typeof images.calls)[number]];
  expect(body).toEqual({ imageType: 'profile', targetId: account.now().id });
  const { width, height } = await createImageBitmap(files['image'] as File);
  // At 2× zoom, the frame contains half of the 600 pixels.
  expect([width, height]).toEqual([300, 300]);
  await expect.element(picture.getBySelector('img')).toHaveAttribute('src', account.now().profileImg);
});

test.each([
  ['a small picture with the 200 pixels that the product shows', 150, 200, 200],
  ['a large picture with the 1400 pixels that podcast directories need', 1500, 1400, 1400],
  ['the largest picture with 3000 pixels', 3100, 3200, 3000],
])('IM-06 the editor saves %s', async (_, imageWidth, imageHeight, side) => {
  const account = await openNewForm();
  const images = fakeImages(account);
  await button('Change Image', picture).click();
  await expect.element(pictureEditor).toHaveTextContent('Podcast directories need at least 1400 by 1400 pixels.');
  await choosePicture(imageWidth, imageHeight);
  await button('Save', pictureEditor).click();
  await expect.element(pictureEditor).not.toBeInTheDocument();
  const { width, height } = await createImageBitmap(images.calls[0]?.files['image'] as File);
  expect([width, height]).toEqual([side, side]);
});

test('IM-01 IM-02 IM-06 pictures of albums and bands are cropped behind a square', async () => {
  await openNewForm();
  for (const [list, add] of [
    ['Discography', 'Add an album'],
    ['Bands', 'Add a band'],
  ] as const) {
    await button(add, section(list)).click();
    await expectEditor('square');
    await cancelEditor();
    await button('Cancel', section(list)).click();
  }
});

test.for([
  ['genre', genreInfo],
  ['mood', moodInfo],
] as const)('IM-01 IM-02 IM-06 the picture of a %s is cropped behind a square', async ([kind, info]) => {
  fake(info, sample(Category, { kind, slug: 'jazz', name: 'Jazz' }));
  fake(mediaSearch, sample(mediaSearch.reply, { paging: LAST_PAGE }));
  await openScreen(`/${kind}s/jazz`, { as: administrator() });
  await expectEditor('square');
  await cancelEditor();
});
