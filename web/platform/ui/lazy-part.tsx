import { type ComponentType, type LazyExoticComponent, lazy, useCallback, useEffect, useState } from 'react';

/** What a dynamic import of a part's file returns. */
interface Code<P> {
  default: ComponentType<P>;
}
export type Load<P> = () => Promise<Code<P>>;

/** Loads code once. All callers share the request; a call after a failure makes a new request. */
export function loadOnce<P>(load: Load<P>) {
  let loaded: Code<P> | null = null;
  let request: Promise<Code<P>> | null = null;
  const ask = () =>
    (request ??= load().then(
      (code) => (loaded = code),
      (error: unknown) => {
        request = null;
        console.warn('A part of the page could not be loaded.', error);
        throw error;
      },
    ));
  return { ask, loaded: () => loaded };
}

/** The part once it is loaded, and a function that requests it. */
export function usePart<P>({ ask, loaded }: ReturnType<typeof loadOnce<P>>) {
  const [code, setCode] = useState(loaded);
  return [code?.default, useCallback(() => ask().then(setCode), [ask])] as const;
}

export interface MissingProps {
  ask: () => Promise<void>;
}

/**
 * A part that is loaded after the page is shown. If loading fails, the page continues without the part, and retries
 * when the part is mounted again and when the browser is back online. Another `Missing` asks again in its own way.
 */
export function latePart<P extends object>(
  load: Load<P>,
  Missing: ComponentType<MissingProps> = Quiet,
): LazyExoticComponent<ComponentType<P>> {
  const code = loadOnce(load);
  // Asks in the place of the part, because React caches the result of `lazy`.
  function AskedAgain(props: P) {
    const [Part, ask] = usePart(code);
    return Part ? <Part {...props} /> : <Missing ask={ask} />;
  }
  return lazy(() => code.ask().catch(() => ({ default: AskedAgain })));
}

function Quiet({ ask }: MissingProps) {
  useEffect(() => {
    const retry = () => void ask().catch(() => {});
    retry();
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [ask]);
  return null;
}
