import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { type Permit, limitConcurrency } from './throttle.ts';

const FULL = { status: 429, message: 'Too many requests at once from your network. Wait a moment and try again.' };

/** A caller that requests a place, and its state so far. */
function asker(places: ReturnType<typeof limitConcurrency>, name = 'one') {
  const answer = new EventEmitter();
  const asked = { state: 'waits', turn: null as Permit | null, answer, leave: () => asked.turn?.leave() };
  const over = places(name, answer).then(
    (turn) => {
      asked.turn = turn;
      asked.state = 'inside';
    },
    (error: unknown) => {
      expect(error).toMatchObject(FULL);
      asked.state = 'refused';
    },
  );
  return Object.assign(asked, { over });
}
/** Waits until all decided promises have settled. */
const settled = () => new Promise<void>((done) => setImmediate(done));
const states = async (all: { state: string }[]) => {
  await settled();
  return all.map(({ state }) => state);
};

describe('the places for simultaneous callers with the same name', () => {
  it('are taken, then queued for, then refused; callers with another name have other places', async () => {
    const places = limitConcurrency(2, 1);
    const all = Array.from({ length: 4 }, () => asker(places));
    expect(await states([...all, asker(places, 'other')])).toEqual(['inside', 'inside', 'waits', 'refused', 'inside']);
  });

  it('are passed on to the caller that has waited longest, one at a time', async () => {
    const places = limitConcurrency(1, 3);
    const all = Array.from({ length: 4 }, () => asker(places));
    expect(await states(all)).toEqual(['inside', 'waits', 'waits', 'waits']);
    all[0]?.leave();
    expect(await states(all)).toEqual(['inside', 'inside', 'waits', 'waits']);
    // A second call of `leave` frees no further place.
    all[0]?.leave();
    expect(await states(all)).toEqual(['inside', 'inside', 'waits', 'waits']);
    // The queue has room for one more.
    const next = asker(places);
    expect(await states([next, asker(places)])).toEqual(['waits', 'refused']);
  });

  it('are all free again after all callers have left, even if a caller leaves twice', async () => {
    const places = limitConcurrency(2, 1);
    for (let round = 0; round < 3; round += 1) {
      const all = Array.from({ length: 3 }, () => asker(places));
      expect(await states(all)).toEqual(['inside', 'inside', 'waits']);
      for (const one of all) {
        one.leave();
        await settled();
        one.leave();
      }
    }
    // One of the two leaves, which frees one place, not two.
    const [first, second] = [asker(places), asker(places)];
    await settled();
    first.leave();
    expect(await states([second, asker(places), asker(places), asker(places)])).toEqual([
      'inside',
      'inside',
      'waits',
      'refused',
    ]);
  });

  it('are not kept for a caller that disconnects while waiting; it doesn’t free a place later, either', async () => {
    const places = limitConcurrency(1, 2);
    const [inside, gone, waits] = [asker(places), asker(places), asker(places)];
    gone.answer.emit('close');
    expect(await states([inside, gone, waits])).toEqual(['inside', 'refused', 'waits']);
    // The queue has room again.
    const last = asker(places);
    inside.leave();
    expect(await states([waits, last])).toEqual(['inside', 'waits']);
    // A disconnect doesn't matter once the call has its place, because its work continues.
    expect(waits.answer.listenerCount('close')).toBe(0);
    expect(await states([waits, last])).toEqual(['inside', 'waits']);
    waits.leave();
    expect(await states([last])).toEqual(['inside']);
  });
});
