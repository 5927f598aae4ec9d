import { cdp } from 'vitest/browser';

/** Has the browser take fingers in place of a mouse, as on a phone, for as long as `look` takes. */
export async function withFingers(look: () => Promise<unknown>): Promise<void> {
  const emulate = (enabled: boolean) => cdp().send('Emulation.setTouchEmulationEnabled', { enabled });
  await emulate(true);
  try {
    await look();
  } finally {
    await emulate(false);
  }
}
