import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { type Mock, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nextPlayer } from '../next-player.ts';
import type { PlayerState } from '../player-state.ts';
import { INITIAL_STATE } from '../initial-state.ts';
import { placeholderTrack } from './placeholder-track.ts';

const { call, kept } = vi.hoisted(() => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal('window', { sessionStorage: storage, localStorage: storage });
  return { call: vi.fn() as Mock, kept };
});
vi.mock('../../../platform/lib/call.ts', () => ({ call, ApiError: Error }));

const track = (id: string): MediaSummary => ({ ...placeholderTrack(id), title: id, sources: [] });
/** The ids of the tracks that the server returns to the current account. */
let seen: string[];

/** A freshly loaded page. */
async function page() {
  vi.resetModules();
  const [{ handQueueTo, isListenersQueue }, { dispatch, playerState, setMachine }, recommended] = await Promise.all([
    import('./queue-owner.ts'),
    import('../player.ts'),
    import('./recommended.ts'),
  ]);
  setMachine({ stopped: INITIAL_STATE, next: nextPlayer, perform: () => {} });
  return { handQueueTo, isListenersQueue, dispatch, state: (): PlayerState => playerState(), ...recommended };
}
const titles = ({ queue }: PlayerState) => queue.map(({ title }) => title);
const answered = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  kept.clear();
  vi.useFakeTimers();
  seen = ['public', 'other'];
  call.mockReset();
  call.mockImplementation((_endpoint: unknown, { query }: { query: { ids: string } }) =>
    Promise.resolve({ media: query.ids.split(',').flatMap((id) => (seen.includes(id) ? [track(id)] : [])) }),
  );
});
afterEach(() => void vi.useRealTimers());

it('removes private tracks from the player after a sign-out, and keeps playing a public one', async () => {
  const { handQueueTo, dispatch, state } = await page();
  handQueueTo('ada');
  dispatch({ type: 'play', queue: ['secret', 'public', 'other'].map(track), index: 0 });
  handQueueTo(null);
  expect(titles(state())).toEqual(['secret', 'Loading…', 'Loading…']);
  await answered();
  expect(state()).toMatchObject({ status: 'playing', index: 0, queue: [{ id: 'public' }, { id: 'other' }] });
  dispatch({ type: 'play', queue: ['public', 'other'].map(track), index: 0 });
  const playing = state().queue[0];
  handQueueTo('ben');
  await answered();
  expect(state()).toMatchObject({ status: 'playing', index: 0 });
  expect(state().queue[0]).toBe(playing);
});

it('shows no private track on a page loaded for another account than before', async () => {
  const restore = (queue: string[]) => ({ type: 'restore', queue: queue.map(track), index: 0, at: 0 }) as const;
  const first = await page();
  first.handQueueTo('ada');
  first.dispatch({ type: 'play', queue: [track('secret')], index: 0 });

  const second = await page();
  second.dispatch(restore(['secret']));
  second.handQueueTo('ben');
  expect(second.isListenersQueue()).toBe(false);
  await answered();
  expect(second.state().queue).toEqual([]);

  // The same account causes no request.
  call.mockClear();
  const third = await page();
  third.dispatch(restore(['public', 'other']));
  third.handQueueTo('ben');
  expect([titles(third.state()), third.isListenersQueue()]).toEqual([['public', 'other'], true]);
  expect(call).not.toHaveBeenCalled();
});

it('keeps a queue that was begun in a new tab before the listener was known', async () => {
  const { handQueueTo, isListenersQueue, dispatch, state } = await page();
  dispatch({ type: 'play', queue: ['public', 'other'].map(track), index: 0 });
  handQueueTo(null);
  expect([titles(state()), isListenersQueue()]).toEqual([['public', 'other'], true]);
  expect(call).not.toHaveBeenCalled();
  handQueueTo('ada');
  expect(titles(state())).toEqual(['public', 'Loading…']);
});

it('repeats the permission check until the server responds, even after a reload', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const first = await page();
  first.handQueueTo('ada');
  call.mockRejectedValueOnce(new Error('lost')).mockRejectedValueOnce(new Error('lost'));
  first.dispatch({ type: 'play', queue: [track('secret')], index: 0 });
  first.handQueueTo(null);
  await answered();
  expect(titles(first.state())).toEqual(['secret']);

  const second = await page();
  second.dispatch({ type: 'restore', queue: [track('secret')], index: 0, at: 0 });
  second.handQueueTo(null);
  await answered();
  expect(titles(second.state())).toEqual(['secret']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(second.state().queue).toEqual([]);
});

it('ignores a response for a previous listener', async () => {
  const { handQueueTo, dispatch, state } = await page();
  handQueueTo('ada');
  dispatch({ type: 'play', queue: [track('secret')], index: 0 });
  handQueueTo(null);
  seen = ['secret'];
  handQueueTo('ada');
  await answered();
  expect(titles(state())).toEqual(['secret']);
});

it('drops recommendation marks of another account, and keeps a visitor’s for the account that signs in', async () => {
  const { handQueueTo, dispatch, markRecommended, isRecommended } = await page();
  handQueueTo(null);
  dispatch({ type: 'play', queue: [track('public')], index: 0 });
  markRecommended('public', 'Because you played Kettle');
  handQueueTo('ada');
  expect(isRecommended('public')).toBe(true);
  handQueueTo(null);
  expect(isRecommended('public')).toBe(false);
});
