/**
 * Caches a value in a map of at most `most` entries. A full map is emptied first, because the entries in use are soon
 * cached again.
 */
export function setBounded<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): Value {
  if (map.size >= most) map.clear();
  map.set(key, value);
  return value;
}
