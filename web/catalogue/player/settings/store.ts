import { useSyncExternalStore } from 'react';

/** A value that several parts of the player read and change. */
interface Store<T> {
  get: () => T;
  set: (value: T) => void;
  /** Calls `listener` after every change; returns a function that removes it. */
  onChange: (listener: () => void) => () => void;
  use: () => T;
}

/** Holds one value outside of React, because the player lives outside of React. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const get = () => value;
  const onChange = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    get,
    onChange,
    set: (next) => {
      if (next === value) return;
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(onChange, get),
  };
}
