import { beforeEach, describe, expect, it, vi } from 'vitest';

const kept = new Map<string, string>();
vi.stubGlobal('window', {
  localStorage: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  },
});

/** Loads the module like after a reload. */
const load = async () => {
  vi.resetModules();
  return import('./volume.ts');
};

beforeEach(() => kept.clear());

describe('the volume', () => {
  it('is full again after another tab cleared the browser’s storage', async () => {
    const heard = vi.fn<(name: string, listener: (event: Partial<StorageEvent>) => void) => void>();
    vi.stubGlobal('addEventListener', heard);
    const { followOtherTabs, setVolume, volume } = await load();
    followOtherTabs();
    setVolume(40);
    heard.mock.calls[0]?.[1]({ key: null, newValue: null });
    expect(volume()).toEqual({ percent: 100, muted: false });
  });

  it('is full at first, changes in steps within its bounds, and is remembered on the device', async () => {
    const first = await load();
    expect(first.volume()).toEqual({ percent: 100, muted: false });
    first.stepVolume(1);
    expect(first.volume().percent).toBe(100);
    for (let step = 0; step < 3; step += 1) first.stepVolume(-1);
    expect((await load()).volume()).toEqual({ percent: 85, muted: false });
    for (let step = 0; step < 30; step += 1) first.stepVolume(-1);
    expect((await load()).volume()).toEqual({ percent: 0, muted: false });
    first.setVolume(100);
    expect(kept.size).toBe(0);
  });

  it('returns to its previous value after muting, even across a reload; a step unmutes', async () => {
    const first = await load();
    first.setVolume(40);
    first.toggleMute();
    expect([first.isSilent(first.volume()), first.volumePart()]).toEqual([true, 0]);
    const second = await load();
    expect(second.volume()).toEqual({ percent: 40, muted: true });
    second.toggleMute();
    expect([second.volume(), second.volumePart()]).toEqual([{ percent: 40, muted: false }, 0.16000000000000003]);
    second.toggleMute();
    second.stepVolume(1);
    expect(second.volume()).toEqual({ percent: 45, muted: false });
    second.setVolume(0);
    second.toggleMute();
    expect(second.volume()).toEqual({ percent: 50, muted: false });
  });

  it('is full when the stored value is invalid', async () => {
    for (const text of ['', 'loud', '101', '-5', '5 silent', '1e3']) {
      kept.set('player-volume', text);
      expect((await load()).volume(), text).toEqual({ percent: 100, muted: false });
    }
  });
});
