import { StatementWaited, nameOfTurns } from '../db/reading.ts';

/** Milliseconds after which everything is read anew: addresses in it expire. */
const LONGEST = 60_000;
/** Milliseconds for what need not be current. */
const LATELY = 1000;
/** Values of each name; a media's summary takes about 3 kB. */
const MOST = 5000;

/** What visitors are shown, in parts, as long as nothing of it changes. */
export interface PublicCache {
  /**
   * The values of these keys as of the call or later; `load` is asked once for those that are missing, and leaves out
   * what is not there.
   * @param name of one kind of values; always loaded in the same way
   * @param asOf the public version, where the caller has asked for it since its own call
   */
  many<Value>(
    name: string,
    keys: readonly string[],
    load: (missing: string[]) => Promise<ReadonlyMap<string, Value>>,
    asOf?: string,
  ): Promise<ReadonlyMap<string, Value>>;
  /**
   * A value whose load began up to a second ago, or is under way. Use it for ordering, never for visibility. Concurrent
   * answers of one kind share one load.
   */
  lately<Value>(name: string, load: () => Promise<Value>): Promise<Value>;
}

/** @param publicVersion what changes whenever something changes that visitors are shown */
export function createPublicCache(publicVersion: () => Promise<string>, { longest = LONGEST } = {}): PublicCache {
  let version = '';
  let since = 0;
  let kept = new Map<string, Map<string, unknown>>();
  const late = new Map<string, { value: unknown; at: number }>();
  const loading = new Map<string, Promise<unknown>>();

  /** The values of a name that hold now. */
  const valuesOf = async (name: string, asOf: string | undefined): Promise<Map<string, unknown>> => {
    const current = asOf ?? (await publicVersion());
    // Answers of the database may arrive in another order than they were asked for: a change is never taken back, but
    // what was kept for the later one may be thrown away once too often.
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
    const place = `${nameOfTurns()} ${name}`;
    const running = loading.get(place) as Promise<Value> | undefined;
    if (running === undefined) {
      const made = loadOne(name, load).finally(() => loading.delete(place));
      loading.set(place, made);
      return made;
    }
    try {
      return await running;
    } catch (error) {
      // The first caller gave up, but its wait began before this one's.
      if (error instanceof StatementWaited && !hasWaited) return lately(name, load, true);
      throw error;
    }
  };

  const loadOne = async <Value>(name: string, load: () => Promise<Value>): Promise<Value> => {
    const at = Date.now();
    const value = await load();
    if (late.size >= MOST) late.clear();
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
        // Read after the version was: as new as that or newer. Nobody looks into the values of an older version again.
        values.set(key, value);
        found.set(key, value);
      }
      return found;
    },

    lately: (name, load) => lately(name, load),
  };
}
