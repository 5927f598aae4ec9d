import { type Mock, beforeEach, expect, it, vi } from 'vitest';

const { order, hasSavedPlayer, readSavedPlayer, state } = vi.hoisted(() => ({
  order: [] as string[],
  hasSavedPlayer: vi.fn<() => boolean>(),
  readSavedPlayer: vi.fn() as Mock,
  state: { queue: [] as unknown[], index: 0 },
}));
vi.mock('./has-saved-player.ts', () => ({ hasSavedPlayer }));
vi.mock('./saved-player.ts', () => ({ readSavedPlayer }));
vi.mock('./settings/start-settings.ts', () => ({ startSettings: () => order.push('settings') }));
vi.mock('./engine.ts', () => ({ startEngine: () => order.push('engine') }));
vi.mock('./persistence.ts', () => ({ restorePlayer: (saved: string) => order.push(`restore ${saved}`) }));
vi.mock('./player.ts', () => ({ performPending: () => order.push('pending'), playerState: () => state }));
vi.mock('./player-state.ts', () => ({ currentTrack: () => state.queue[0] ?? null }));
vi.mock('../../platform/lib/keep-offline-page.ts', () => ({ keepOfflinePage: () => {} }));

const STARTED = ['settings', 'engine', 'pending'];
const RESTORED = ['settings', 'engine', 'restore queue', 'pending'];
let startPlayer: () => Promise<void>;
let adPort: { prepare: (() => Promise<void>) | null };
beforeEach(async () => {
  vi.resetModules();
  vi.clearAllMocks();
  order.length = 0;
  state.queue = [];
  hasSavedPlayer.mockReturnValue(true);
  readSavedPlayer.mockReturnValue('queue');
  ({ startPlayer } = await import('./start-player.ts'));
  ({ adPort } = await import('./ad-port.ts'));
});

it('starts the player before the call returns when there are no ads and no saved queue', () => {
  hasSavedPlayer.mockReturnValue(false);
  void startPlayer();
  expect(order).toEqual(STARTED);
  expect(readSavedPlayer).not.toHaveBeenCalled();
});

it('restores the saved queue before it runs the pending requests', async () => {
  await Promise.all([startPlayer(), startPlayer()]);
  expect(order).toEqual(RESTORED);
});

it('treats damaged content like no saved queue', async () => {
  readSavedPlayer.mockReturnValue(null);
  await startPlayer();
  expect(order).toEqual(STARTED);
});

it('does not read the saved queue when the player has a track', () => {
  state.queue = ['track'];
  void startPlayer();
  expect(order).toEqual(STARTED);
  expect(readSavedPlayer).not.toHaveBeenCalled();
});

it('restores the saved queue on the next call when it could not be read', async () => {
  readSavedPlayer.mockImplementationOnce(() => {
    throw new Error('The file is missing.');
  });
  await expect(startPlayer()).rejects.toThrow('The file is missing.');
  expect(order).toEqual([]);
  await startPlayer();
  expect(order).toEqual(RESTORED);
});

it('prepares ads once, and restores the queue even if that fails', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const prepare = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('No ads.'));
  adPort.prepare = prepare;
  await startPlayer();
  expect(order).toEqual(RESTORED);
  adPort.prepare = prepare;
  await startPlayer();
  expect(prepare).toHaveBeenCalledTimes(1);
});
