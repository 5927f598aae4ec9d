import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { type Permit, limitConcurrency } from './throttle.ts';

const FULL = { status: 429, message: 'Too many requests at once from your network. Wait a moment and try again.' };

/** Who asks for a place, and what became of it until now. */
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
/** When everything that was decided is known. */
const settled = () => new Promise<void>((done) => setImmediate(done));
const states = async (all: { state: string }[]) => {
  await settled();
  return all.map(({ state }) => state);
};

describe('places for some of one name at a time', () => {
  it('are taken, then waited for, then refused; another name has its own', async () => {
    const places = limitConcurrency(2, 1);
    const all = Array.from({ length: 4 }, () => asker(places));
    expect(await states([...all, asker(places, 'other')])).toEqual(['inside', 'inside', 'waits', 'refused', 'inside']);
  });

  it('go on to who waits longest, one for one', async () => {
    const places = limitConcurrency(1, 3);
    const all = Array.from({ length: 4 }, () => asker(places));
    expect(await states(all)).toEqual(['inside', 'waits', 'waits', 'waits']);
    all[0]?.leave();
    expect(await states(all)).toEqual(['inside', 'inside', 'waits', 'waits']);
    // Who has left once has no place more to give.
    all[0]?.leave();
    expect(await states(all)).toEqual(['inside', 'inside', 'waits', 'waits']);
    // A place in the row is free again.
    const next = asker(places);
    expect(await states([next, asker(places)])).toEqual(['waits', 'refused']);
  });

  it('are as many as before when all have left', async () => {
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
    // One of two leaves: there is one place, not two.
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

  it('are not kept for who has gone while they waited, and their leaving later takes nothing', async () => {
    const places = limitConcurrency(1, 2);
    const [inside, gone, waits] = [asker(places), asker(places), asker(places)];
    gone.answer.emit('close');
    expect(await states([inside, gone, waits])).toEqual(['inside', 'refused', 'waits']);
    // Room in the row again.
    const last = asker(places);
    inside.leave();
    expect(await states([waits, last])).toEqual(['inside', 'waits']);
    // Whose turn has begun is not listened to: its work goes on.
    expect(waits.answer.listenerCount('close')).toBe(0);
    expect(await states([waits, last])).toEqual(['inside', 'waits']);
    waits.leave();
    expect(await states([last])).toEqual(['inside']);
  });
});
