import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

it('the player’s keys stay off on this device until they are switched on again', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
  const afterReload = () => {
    vi.resetModules();
    return import('./key-choice.ts');
  };
  const first = await afterReload();
  expect(first.arePlayerKeysOn()).toBe(true);
  first.choosePlayerKeys(false);
  const second = await afterReload();
  expect(second.arePlayerKeysOn()).toBe(false);
  second.choosePlayerKeys(true);
  expect((await afterReload()).arePlayerKeysOn()).toBe(true);
});
