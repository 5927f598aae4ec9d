import { type ComponentType, type LazyExoticComponent, lazy, useState } from 'react';
import { Button } from './button.tsx';

/**
 * A part of a screen that the user came for. If it cannot be loaded, an error with a retry button is shown in its
 * place, and the rest of the page stays.
 */
export const neededPart = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> =>
  lazy(() =>
    load().catch((error: unknown) => {
      console.warn('A part of the page could not be loaded.', error);
      return { default: askedAgain<P>(load) };
    }),
  );

/**
 * Rendered in the place of a part that failed to load. It retries itself, because React caches the result of `lazy`.
 */
function askedAgain<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  let known: ComponentType<P> | null = null;
  return function AskedAgain(props) {
    const [Part, setPart] = useState(() => known);
    const [busy, setBusy] = useState(false);
    if (Part) return <Part {...props} />;
    const ask = async () => {
      setBusy(true);
      try {
        known = (await load()).default;
        setPart(() => known);
      } catch (error) {
        console.warn('A part of the page could not be loaded.', error);
      }
      setBusy(false);
    };
    return (
      <div role="alert" className="flex flex-col items-center gap-4 py-8 text-center">
        <p className="max-w-md">This part of the page could not be loaded. Check your connection and try again.</p>
        <Button busy={busy} onClick={() => void ask()}>
          Try again
        </Button>
      </div>
    );
  };
}
