import { setTimeout as wait } from 'node:timers/promises';
import { type Slot, acquireSlot } from './slots.ts';

/** Milliseconds between two tries of the first caller in a queue. */
const RETRY_MS = 50;

/** The last entry of each queue of this process. A new caller waits for all earlier callers. */
const queues = new Map<string, Promise<unknown>>();

/**
 * Waits until one of `places` slots on this machine is free and takes it; callers in this process take turns. Resolves
 * with null when that takes longer than `timeout` (milliseconds).
 */
export async function waitForSlot(name: string, places: number, timeout: number): Promise<Slot | null> {
  const until = Date.now() + timeout;
  const acquired = (queues.get(name) ?? Promise.resolve()).then(() => firstFreeSlot(name, places, until));
  const settled = acquired.catch(() => {});
  queues.set(name, settled);
  try {
    return await acquired;
  } finally {
    if (queues.get(name) === settled) queues.delete(name);
  }
}

async function firstFreeSlot(name: string, places: number, until: number): Promise<Slot | null> {
  for (;;) {
    for (let place = 0; place < places; place += 1) {
      const slot = await acquireSlot(`${name}-${place}`);
      if (slot !== null) return slot;
    }
    if (Date.now() >= until) return null;
    await wait(RETRY_MS);
  }
}
