import { browseNext, showings } from '@scoville/contract/listening/discovery/recommendations.ts';
import { stats } from '@scoville/contract/catalogue/player/listening-events.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testkit/accessible.ts';
import { fake, lost } from '../../../testkit/api.ts';
import { toast } from '../../../testkit/find.ts';
import {
  audible,
  inBar,
  openQueue,
  play,
  player,
  playing,
  pressAt,
  queuePanel,
  queueRows,
  expectQueue,
  quietSongs,
  seek,
  expectSounding,
  startHere,
  summary,
} from '../../../testkit/playing.ts';
import { openScreen } from '../../../testkit/screen.tsx';
import { chooseKeepPlaying } from '../../../catalogue/player/settings/keep-playing-choice.ts';

const bread = audible('Bread');
/** The recommendations: another song of Bread's musician, which is skipped, and songs of two other musicians. */
const crust = audible('Crust', { musician: bread.musician });
const stew = audible('Stew', { length: 20 });
const pie = audible('Pie', { length: 20 });

afterEach(() => chooseKeepPlaying(true));

const closeQueue = async () => {
  await userEvent.keyboard('{Escape}');
  await expect.element(queuePanel).not.toBeInTheDocument();
};
const pause = async () => {
  await inBar('Pause').click();
  await expectSounding(false);
};
const goOn = async () => {
  await inBar('Play').click();
  await expectSounding();
};

/** Plays Bread and seeks to its last seconds, in which the next track is added for preloading. */
async function playTowardsEnd() {
  const asked = fake(browseNext, ({ body: { queue } }) => {
    const media = [crust, stew, pie].filter(({ id }) => !queue.includes(id));
    return { media: media.map(summary), why: media.map(() => ({ kind: 'played' as const, title: 'Bread' })) };
  });
  quietSongs([bread, crust, stew, pie]);
  await openScreen(`/juno/${bread.id}`);
  await startHere();
  await pressAt(seek, 'PageUp');
  await pressAt(seek, 'ArrowRight');
  await pressAt(seek, 'ArrowRight');
  await expect.element(inBar('Next')).toBeEnabled();
  return asked;
}

test('a recommendation of another musician follows the end of the queue, with its reason', async () => {
  const asked = await playTowardsEnd();
  expect(asked.calls.map(({ body }) => body.queue)).toEqual([[bread.id]]);
  await pause();
  await openQueue();
  await expectQueue(['Bread', 'Stew']);
  await expect.element(queueRows.nth(1)).toHaveTextContent('Recommended');
  await expect.element(queueRows.nth(0)).not.toHaveTextContent('Recommended');
  await expectAccessible();
});

test('a recommendation that plays is counted as shown and as played from the queue', async () => {
  await playTowardsEnd();
  const [shown, counted] = [fake(showings, { accepted: 1 }), fake(stats, { accepted: true })];
  await pressAt(seek, 'End');
  await expect.element(playing).toHaveText('Stew');
  await expectSounding();
  const played = () => counted.calls.map(({ body }) => body).find(({ media }) => media === stew.id);
  await expect.poll(played).toMatchObject({ statTitle: 'play-media', origin: 'queue' });
  await expect.poll(() => shown.calls.map(({ body }) => body)).toEqual([{ place: 'queue', media: [stew.id] }]);
});

test('recommendations are removed from the queue when they are turned off, and nothing follows its end', async () => {
  await playTowardsEnd();
  await pressAt(seek, 'End');
  await expect.element(playing).toHaveText('Stew');
  await expectSounding();
  await pause();
  // The next recommendation has been added already.
  await openQueue();
  await expectQueue(['Bread', 'Stew', 'Pie']);
  await closeQueue();
  await player.getByRole('button', { name: /^Playback settings/ }).click();
  await page.getByLabelText('Keep playing').selectOptions('off');
  await userEvent.keyboard('{Escape}');
  await openQueue();
  await expectQueue(['Bread', 'Stew']);
  await closeQueue();
  await goOn();
  await pressAt(seek, 'End');
  await expectSounding(false);
  await expect.element(inBar('Play')).toBeVisible();
  await expect.element(playing).toHaveText('Stew');
});

test('the queue announces recommendations when nothing else follows', async () => {
  await play(bread);
  await openQueue();
  await expect.element(queuePanel.getByText(/^Nothing follows except recommendations/)).toBeVisible();
});

test('a queue ends with a message when its recommendations cannot be loaded', async () => {
  fake(browseNext, lost());
  await play(bread);
  await pressAt(seek, 'End');
  await expect.element(toast('The queue has ended. Recommendations could not be loaded.')).toBeVisible();
  await expectSounding(false);
  await expect.element(playing).toHaveText('Bread');
});
