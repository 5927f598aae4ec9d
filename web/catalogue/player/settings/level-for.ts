/**
 * The level to load for a preferred height: the best one up to that height, otherwise the smallest. -1 (automatic)
 * without a preference.
 */
export function levelFor(levels: readonly { height: number; bitrate: number }[], preference: number | null): number {
  if (preference === null) return -1;
  const order = levels.map((level, index) => ({ ...level, index }));
  order.sort((one, other) => other.height - one.height || other.bitrate - one.bitrate);
  return (order.find(({ height }) => height <= preference) ?? order.at(-1))?.index ?? -1;
}
