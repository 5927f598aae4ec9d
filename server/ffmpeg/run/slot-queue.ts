import { setTimeout as wait } from 'node:timers/promises';
import { type Slot, takeSlot } from './slots.ts';

/** Milliseconds between two tries of the one who is next. */
const AGAIN = 50;

/** The end of each queue of this process: who comes waits for those before. */
const queues = new Map<string, Promise<unknown>>();

/**
 * Waits until one of `places` places on this machine is free and takes it; in turn within this process. Resolves with null when
 * that takes longer than `patience` (milliseconds).
 */
export async function takeTurn(name: string, places: number, patience: number): Promise<Slot | null> {
  const until = Date.now() + patience;
  const mine = (queues.get(name) ?? Promise.resolve()).then(() => firstFree(name, places, until));
  const over = mine.catch(() => {});
  queues.set(name, over);
  try {
    return await mine;
  } finally {
    if (queues.get(name) === over) queues.delete(name);
  }
}

async function firstFree(name: string, places: number, until: number): Promise<Slot | null> {
  for (;;) {
    for (let place = 0; place < places; place += 1) {
      const slot = await takeSlot(`${name}-${place}`);
      if (slot !== null) return slot;
    }
    if (Date.now() >= until) return null;
    await wait(AGAIN);
  }
}
