/**
 * Shuffles the items as decided by the seed, with all orders equally likely (mulberry32 and Fisher-Yates). Also returns
 * the seed of the next shuffle.
 */
export function shuffled<T>(items: readonly T[], seed: number): { items: T[]; next: number } {
  let state = seed | 0;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const place = Math.floor(random() * (last + 1));
    const held = order[last]!;
    order[last] = order[place]!;
    order[place] = held;
  }
  random();
  return { items: order, next: state };
}
