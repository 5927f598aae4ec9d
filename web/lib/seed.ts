/** A seed of a shuffled list, 1 to 2^31 - 2. A visit makes one and keeps it in the address, so that Back shows the same. */
export const freshSeed = (): number => 1 + Math.floor(Math.random() * 2_147_483_646);

/** A copy in random order (Fisher and Yates, in Durstenfeld's form). */
export function shuffled<T>(items: readonly T[], random: () => number = Math.random): T[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const moved = mixed[last] as T;
    mixed[last] = mixed[other] as T;
    mixed[other] = moved;
  }
  return mixed;
}
