import { LRUCache } from 'lru-cache';
import { StatementWaited, readingQueue } from '../db/reading.ts';

/** Milliseconds after which everything is loaded again, because addresses in the values expire. */
const LONGEST = 60_000;
/** Milliseconds for which `lately` returns the same value. */
const LATELY = 1000;
/** Most values kept for each name; the summary of a song or video takes about 3 kB. */
const MOST = 5000;

/** Caches parts of answers to visitors until public data changes. */
export interface PublicCache {
  /**
   * Returns the values of these keys, as of the call or later. Calls `load` once with the missing keys; it leaves out
   * keys without a value.
   * @param name the kind of values; always load a name in the same way
   * @param asOf the public version, if the caller has read it since its own call
   */
  many<Value>(
    name: string,
    keys: readonly string[],
    load: (missing: string[]) => Promise<ReadonlyMap<string, Value>>,
    asOf?: string,
  ): Promise<ReadonlyMap<string, Value>>;
  /**
   * Returns a value whose load began at most a second ago or is still running. Use it for ordering, never for
   * visibility. Concurrent answers of one kind share one load.
   */
  lately<Value>(name: string, load: () => Promise<Value>): Promise<Value>;
}

/** @param publicVersion returns a value that changes with every change of public data */
export function createPublicCache(publicVersion: () => Promise<string>, { longest = LONGEST } = {}): PublicCache {
  let version = '';
  let since = 0;
  let kept = new Map<string, Map<string, unknown>>();
  const late = new LRUCache<string, { value: unknown; at: number }>({ max: MOST });
  const loading = new Map<string, Promise<unknown>>();

  /** The current values of a name. */
  const valuesOf = async (name: string, asOf: string | undefined): Promise<Map<string, unknown>> => {
    const current = asOf ?? (await publicVersion());
    // Answers of the database may arrive out of order. A late older version only empties the cache once too often; it
    // never brings old values back.
    if (current !== version || Date.now() - since > longest) {
      version = current;
      since = Date.now();
      kept = new Map();
    }
    let values = kept.get(name);
    if (values === undefined || values.size >= MOST) {
      values = new Map();
      kept.set(name, values);
    }
    return values;
  };

  const lately = async <Value>(name: string, load: () => Promise<Value>, hasWaited = false): Promise<Value> => {
    const old = late.get(name);
    if (old !== undefined && Date.now() - old.at < LATELY) return old.value as Value;
    const place = `${readingQueue()} ${name}`;
    const running = loading.get(place) as Promise<Value> | undefined;
    if (running === undefined) {
      const made = loadOne(name, load).finally(() => loading.delete(place));
      loading.set(place, made);
      return made;
    }
    try {
      return await running;
    } catch (error) {
      // The first caller has waited too long, but this one began to wait later, so it tries again, once.
      if (error instanceof StatementWaited && !hasWaited) return lately(name, load, true);
      throw error;
    }
  };

  const loadOne = async <Value>(name: string, load: () => Promise<Value>): Promise<Value> => {
    const at = Date.now();
    const value = await load();
    if ((late.get(name)?.at ?? 0) <= at) late.set(name, { value, at });
    return value;
  };

  return {
    async many<Value>(
      name: string,
      keys: readonly string[],
      load: (missing: string[]) => Promise<ReadonlyMap<string, Value>>,
      asOf?: string,
    ) {
      const values = await valuesOf(name, asOf);
      const found = new Map<string, Value>();
      const missing: string[] = [];
      for (const key of keys) {
        const value = values.get(key) as Value | undefined;
        if (value === undefined) missing.push(key);
        else found.set(key, value);
      }
      if (missing.length === 0) return found;
      for (const [key, value] of await load(missing)) {
        // These values were read after the version, so they are at least as new. If the version has changed since, no
        // caller reads this map any more.
        values.set(key, value);
        found.set(key, value);
      }
      return found;
    },

    lately: (name, load) => lately(name, load),
  };
}
