import { type ComponentType, type LazyExoticComponent, lazy, useEffect, useState } from 'react';

/**
 * A part that comes when the page stands. Where it cannot be loaded the page goes on without it, and asks again when it is
 * shown anew and when the browser is back online.
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

/** In its place: React keeps what it got. */
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
