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
      // The plain ground stands in; the next picture that is drawn asks again.
      loading = undefined;
      console.warn('Generated artwork could not be loaded.', error);
    },
  );
  return () => listeners.delete(listener);
}
const notAtAll = () => () => {};

/**
 * The address of a generated picture, undefined until what draws it has come: a page whose pictures are all there never
 * loads it. `null` asks for none.
 */
export function useGeneratedArtwork(seed: string | null): string | undefined {
  const drawn = useSyncExternalStore(seed === null ? notAtAll : subscribe, () => draw);
  return seed === null ? undefined : drawn?.(seed);
}
