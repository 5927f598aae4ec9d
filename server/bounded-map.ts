/** Caches a value in a map of at most `most`: a full one is emptied first, and what is needed again is soon back. */
export function setBounded<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): Value {
  if (map.size >= most) map.clear();
  map.set(key, value);
  return value;
}
