import { type ComponentType, type LazyExoticComponent, lazy, useEffect, useState } from 'react';

/**
 * A part that is loaded after the page is shown. If loading fails, the page continues without the part, and retries
 * when the part is mounted again and when the browser is back online.
 */
export const latePart = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> =>
  lazy(() =>
    load().catch((error: unknown) => {
      console.warn('A part of the page could not be loaded.', error);
      return { default: askedAgain<P>(load) };
    }),
  );

/** Retries in the place of the part, because React caches the result of `lazy`. */
function askedAgain<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  let known: ComponentType<P> | null = null;
  return function AskedAgain(props) {
    const [Part, setPart] = useState(() => known);
    useEffect(() => {
      const ask = () =>
        void load().then(
          (loaded) => setPart(() => (known = loaded.default)),
          () => {},
        );
      if (!known) ask();
      addEventListener('online', ask);
      return () => removeEventListener('online', ask);
    }, []);
    return Part && <Part {...props} />;
  };
}
