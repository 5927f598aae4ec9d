/** Keeps a value at hand. When there are `most` already, all make way: what is needed again soon is there again. */
export function keep<Key, Value>(kept: Map<Key, Value>, key: Key, value: Value, most: number): Value {
  if (kept.size >= most) kept.clear();
  kept.set(key, value);
  return value;
}
