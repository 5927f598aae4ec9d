import { useSyncExternalStore } from 'react';

type Draw = (seed: string) => string;

let draw: Draw | undefined;
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  loading ??= import('./generated-artwork.ts').then(
    ({ generatedArtwork }) => {
      draw = generatedArtwork;
      for (const one of listeners) one();
    },
    (error: unknown) => {
      // Cards show the plain background; the next picture that needs drawing tries to load the code again.
      loading = undefined;
      console.warn('Generated artwork could not be loaded.', error);
    },
  );
  return () => listeners.delete(listener);
}
const notAtAll = () => () => {};

/**
 * The address of a generated picture; undefined until the code that draws it is loaded. A page on which every item has
 * a picture never loads that code. `null` requests no picture.
 */
export function useGeneratedArtwork(seed: string | null): string | undefined {
  const drawn = useSyncExternalStore(seed === null ? notAtAll : subscribe, () => draw);
  return seed === null ? undefined : drawn?.(seed);
}
