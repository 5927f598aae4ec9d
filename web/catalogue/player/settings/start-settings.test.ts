import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { savePlaces } from '@scoville/contract/catalogue/player/player.ts';
import { type Mock, beforeEach, expect, it, vi } from 'vitest';
import { setClock } from '../clock.ts';
import { nextPlayer } from '../next-player.ts';
import { dispatch, setMachine } from '../player.ts';
import { placeholderTrack } from '../queue/placeholder-track.ts';
import { handQueueTo } from '../queue/queue-owner.ts';
import { INITIAL_STATE } from '../initial-state.ts';
import { setListener } from './playback-positions.ts';
import { startSettings } from './start-settings.ts';

const { call, element } = vi.hoisted(() => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
  // Stored settings are read when the modules are imported.
  vi.stubGlobal('window', { localStorage: storage, sessionStorage: storage });
  vi.stubGlobal('addEventListener', () => {});
  const sound = { hasAttribute: () => true, played: { length: 1 }, currentTime: 300, ended: false };
  return { call: vi.fn() as Mock, element: Object.assign(new EventTarget(), sound) };
});
vi.mock('../../../platform/lib/call.ts', () => ({ call, ApiError: Error }));
vi.mock('../../../platform/ui/toasts.ts', () => ({ toast: vi.fn() }));
vi.mock('../player-element.ts', () => ({ playerElement: () => element, trackTime: () => element.currentTime }));

beforeEach(() => {
  call.mockReset();
  call.mockResolvedValue({ media: [] });
  element.currentTime = 300;
  setMachine({ stopped: INITIAL_STATE, next: nextPlayer, perform: () => {} });
});

const puts = () => call.mock.calls.filter(([endpoint]) => endpoint === savePlaces).map(([, { body }]) => body);
const mix: MediaSummary = { ...placeholderTrack('0a1b2c3d-0000-7000-8000-000000000001'), length: 3600, sources: [] };

it('sends the account one position per pause, even if the player was opened several times', () => {
  for (let opening = 0; opening < 3; opening += 1) startSettings();
  setListener('ada');
  dispatch({ type: 'play', queue: [mix], index: 0, at: 300 });
  setClock(300, 3600);
  element.dispatchEvent(new Event('pause'));
  expect(puts()).toEqual([{ places: [{ media: mix.id, at: 300, age: expect.any(Number) }] }]);
});

it('a mix that plays on from another account’s session saves no position until the new listener resumes it', () => {
  const listen = (account: string | null) => {
    setListener(account);
    handQueueTo(account);
  };
  startSettings();
  listen('ada');
  dispatch({ type: 'play', queue: [mix], index: 0, at: 300 });
  listen(null);
  element.currentTime = 900;
  element.dispatchEvent(new Event('pause'));
  listen('ben');
  element.currentTime = 1200;
  element.dispatchEvent(new Event('pause'));
  expect(puts()).toEqual([]);
  dispatch({ type: 'pause' });
  dispatch({ type: 'resume' });
  element.currentTime = 1500;
  element.dispatchEvent(new Event('pause'));
  expect(puts()).toEqual([{ places: [{ media: mix.id, at: 1500, age: expect.any(Number) }] }]);
});
