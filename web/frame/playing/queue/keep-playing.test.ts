import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { browseNext } from '@scoville/contract/listening/discovery/recommendations.ts';
import { type Mock, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setClock } from '../../../catalogue/player/clock.ts';
import { nextPlayer } from '../../../catalogue/player/next-player.ts';
import { type PlayerEffect, currentTrack } from '../../../catalogue/player/player-state.ts';
import { dispatch, playerState, setMachine } from '../../../catalogue/player/player.ts';
import { chooseKeepPlaying } from '../../../catalogue/player/settings/keep-playing-choice.ts';
import { setSleepTimer, stopAtTrackEnd } from '../../../catalogue/player/settings/sleep-timer.ts';
import { INITIAL_STATE } from '../../../catalogue/player/initial-state.ts';
import { keepPlaying } from './keep-playing.ts';
import { isRecommended } from '../../../catalogue/player/queue/recommended.ts';

const { call, toast, reportImpression } = vi.hoisted(() => ({
  call: vi.fn() as Mock,
  toast: vi.fn(),
  reportImpression: vi.fn(),
}));
vi.mock('../../../platform/lib/call.ts', () => ({ call }));
vi.mock('../../../platform/ui/toasts.ts', () => ({ toast }));
vi.mock('../../../listening/stats/report-impression.ts', () => ({ reportImpression }));
vi.spyOn(console, 'warn').mockReturnValue();

/** "x1" is a song or video of the musician x. */
const track = (id: string) =>
  ({ id, title: id, length: 100, musician: { id: id.charAt(0) }, sources: [{}] }) as unknown as MediaSummary;
const answer = (...ids: string[]) => ({ media: ids.map(track), why: ids.map(() => null) });
const queue = () => playerState().queue.map(({ id }) => id);
const answered = () => new Promise((resolve) => void setImmediate(resolve));

let stop = () => {};
let performed: PlayerEffect['do'][] = [];
beforeEach(() => {
  vi.clearAllMocks();
  chooseKeepPlaying(true);
  setSleepTimer(null);
  setMachine({ stopped: INITIAL_STATE, next: nextPlayer, perform: (effect) => performed.push(effect.do) });
  stop = keepPlaying(true);
  setClock(0, 100);
  dispatch({ type: 'play', queue: [track('a1')], index: 0 });
});
afterEach(() => stop());

/** Simulates hearing the track up to this position. */
function hear(position: number): void {
  setClock(position, 100);
  dispatch({ type: 'tick', duration: 100 });
}
function end(): void {
  setClock(100, 100);
  dispatch({ type: 'ended', last: stopAtTrackEnd() });
}

it('asks once, before the end, and continues automatically with another musician’s track', async () => {
  call.mockResolvedValue(answer('a2', 'b1', 'c1'));
  hear(50);
  expect(call).not.toHaveBeenCalled();
  for (const at of [80, 85, 90]) hear(at);
  await answered();
  hear(95);
  expect(call).toHaveBeenCalledTimes(1);
  expect(queue()).toEqual(['a1', 'b1']);
  expect(reportImpression).not.toHaveBeenCalled();
  end();
  expect(playerState().status).toBe('playing');
  expect(currentTrack(playerState())?.id).toBe('b1');
  expect(reportImpression).toHaveBeenCalledWith('queue', 'b1');
  // As soon as this recommendation begins, the next one is added from the same response.
  expect(queue()).toEqual(['a1', 'b1', 'c1']);
  expect([isRecommended('a1'), isRecommended('b1'), isRecommended('c1')]).toEqual([false, true, true]);
  expect(call).toHaveBeenCalledTimes(1);
});

it('continues when the response arrives after the end, even if the listener sought directly to the end', async () => {
  call.mockResolvedValue(answer('b1'));
  hear(10);
  end();
  expect(playerState().status).toBe('stopped');
  await answered();
  expect(playerState().status).toBe('playing');
  expect(currentTrack(playerState())?.id).toBe('b1');
});

it('loads a track from an early response after the end has emptied the element', async () => {
  call.mockResolvedValue(answer('b1'));
  hear(90);
  // The listener seeks back before the response arrives, and then directly to the end.
  hear(10);
  await answered();
  expect(queue()).toEqual(['a1']);
  performed = [];
  end();
  expect(currentTrack(playerState())?.id).toBe('b1');
  expect(performed).toEqual(['unload', 'load']);
});

it('reports a failed call when the queue has ended, and not before', async () => {
  call.mockRejectedValue(new Error('lost'));
  hear(90);
  await answered();
  expect(toast).not.toHaveBeenCalled();
  hear(95);
  expect(call).toHaveBeenCalledTimes(1);
  end();
  expect(toast).toHaveBeenCalledExactlyOnceWith('info', expect.stringMatching(/^The queue has ended/));
  expect(playerState().status).toBe('stopped');
});

it('does nothing while turned off, and removes the tracks that it had added', async () => {
  call.mockResolvedValue(answer('b1', 'c1'));
  hear(90);
  await answered();
  expect(queue()).toEqual(['a1', 'b1']);
  chooseKeepPlaying(false);
  expect(queue()).toEqual(['a1']);
  hear(95);
  end();
  await answered();
  expect(playerState().status).toBe('stopped');
  expect(call).toHaveBeenCalledTimes(1);
});

it('lets the sleep timer stop playback, even before a late response', async () => {
  call.mockResolvedValue(answer('b1'));
  hear(90);
  setSleepTimer('end');
  hear(91);
  end();
  await answered();
  expect(playerState().status).toBe('stopped');
  expect(currentTrack(playerState())?.id).toBe('a1');
});

it('adds nothing to the new queue if the listener starts one after the response', async () => {
  call.mockResolvedValue(answer('b1', 'c1'));
  hear(90);
  await answered();
  dispatch({ type: 'play', queue: [track('b1'), track('d1')], index: 0 });
  expect(queue()).toEqual(['b1', 'd1']);
  expect(isRecommended('b1')).toBe(false);
});

it('sends the last hundred tracks, and no history for a member', async () => {
  stop();
  stop = keepPlaying(false);
  call.mockResolvedValue(answer('b1'));
  const ids = Array.from({ length: 120 }, (_, n) => `a${n}`);
  dispatch({ type: 'play', queue: ids.map(track), index: 119 });
  hear(90);
  const body = { queue: ids.slice(20), history: { played: [], favorited: [] } };
  expect(call).toHaveBeenCalledExactlyOnceWith(browseNext, { body });
  await answered();
});

it('does not ask while turned off, nor for a track without a known length', () => {
  setClock(0, 0);
  dispatch({ type: 'tick', duration: 0 });
  // The clock shows the previous track's time until the new track has sounded.
  setClock(90, 100);
  dispatch({ type: 'play', queue: [track('d1')], index: 0 });
  chooseKeepPlaying(false);
  hear(90);
  expect(call).not.toHaveBeenCalled();
});

it('asks again when the track is played again', async () => {
  call.mockResolvedValue(answer());
  hear(90);
  await answered();
  hear(95);
  expect(call).toHaveBeenCalledTimes(1);
  dispatch({ type: 'play', queue: [track('a1')], index: 0 });
  hear(90);
  expect(call).toHaveBeenCalledTimes(2);
  await answered();
});

it.each<[string, () => void]>([
  ['another queue is played', () => dispatch({ type: 'play', queue: [track('d1'), track('d2')], index: 1 })],
  ['the watcher is stopped', () => stop()],
])('discards the response once %s', async (_what, happen) => {
  call.mockResolvedValue(answer('b1'));
  hear(90);
  happen();
  const before = queue();
  await answered();
  hear(95);
  expect(queue()).toEqual(before);
});

it.each<[string, () => void]>([
  ['repeat is turned on', () => dispatch({ type: 'repeat', repeat: 'all' })],
  ['automatic playback is turned off', () => chooseKeepPlaying(false)],
])('ignores a response after the end once %s', async (_what, happen) => {
  call.mockResolvedValue(answer('b1'));
  hear(10);
  end();
  happen();
  await answered();
  expect(queue()).toEqual(['a1']);
  dispatch({ type: 'repeat', repeat: 'off' });
});

it('reports a failed call right after the end, unless a sleep timer stopped playback', async () => {
  call.mockRejectedValue(new Error('lost'));
  hear(10);
  end();
  await answered();
  expect(toast).toHaveBeenCalledExactlyOnceWith('info', expect.stringMatching(/^The queue has ended/));
  toast.mockClear();
  dispatch({ type: 'play', queue: [track('d1')], index: 0 });
  hear(90);
  await answered();
  setSleepTimer('end');
  hear(95);
  end();
  expect(toast).toHaveBeenCalledExactlyOnceWith('info', 'The sleep timer has stopped playback.');
});

it('removes only the upcoming tracks that it added itself', async () => {
  call.mockResolvedValue(answer('b1', 'c1'));
  hear(90);
  await answered();
  dispatch({ type: 'next' });
  hear(10);
  dispatch({ type: 'enqueue', media: [track('d1')], where: 'last' });
  expect(queue()).toEqual(['a1', 'b1', 'c1', 'd1']);
  chooseKeepPlaying(false);
  expect(queue()).toEqual(['a1', 'b1', 'd1']);
  // Recommendations that were received before are not added when keep playing is turned on again.
  chooseKeepPlaying(true);
  expect(queue()).toEqual(['a1', 'b1', 'd1']);
});
