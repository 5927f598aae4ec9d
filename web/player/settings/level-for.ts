/** The level to load for a wished height: the best that is no higher, else the smallest; -1, automatic, for no wish. */
export function levelFor(levels: readonly { height: number; bitrate: number }[], wish: number | null): number {
  if (wish === null) return -1;
  const order = levels.map((level, index) => ({ ...level, index }));
  order.sort((one, other) => other.height - one.height || other.bitrate - one.bitrate);
  return (order.find(({ height }) => height <= wish) ?? order.at(-1))?.index ?? -1;
}
