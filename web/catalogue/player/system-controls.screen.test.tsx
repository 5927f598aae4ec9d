import { expect, onTestFinished, test, vi } from 'vitest';
import { audible, play, playing } from '../../testkit/playing.ts';

/** The action handlers that the page sets, by action name. */
function buttonsGiven(): Map<string, MediaSessionActionHandler | null> {
  const buttons = new Map<string, MediaSessionActionHandler | null>();
  const given = vi
    .spyOn(navigator.mediaSession, 'setActionHandler')
    .mockImplementation((name, handler) => void buttons.set(name, handler));
  onTestFinished(() => given.mockRestore());
  return buttons;
}

test('the lock screen offers next and previous for songs, and steps for long recordings', async () => {
  const buttons = buttonsGiven();
  const offered = () => [...buttons].flatMap(([name, handler]) => (handler === null ? [] : [name])).toSorted();
  const always = ['nexttrack', 'pause', 'play', 'previoustrack', 'seekto'];
  await play(audible('A Song', { length: 600 }));
  await expect.element(playing).toHaveText('A Song');
  await expect.poll(offered).toEqual(always);
  await play(audible('A Set', { length: 601 }));
  await expect.element(playing).toHaveText('A Set');
  await expect.poll(offered).toEqual([...always, 'seekbackward', 'seekforward'].toSorted());
});
