import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A part that comes when the page stands; where it cannot be loaded the page goes on without it. */
export const latePart = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> =>
  lazy(() =>
    load().catch((error: unknown) => {
      console.warn('A part of the page could not be loaded.', error);
      return { default: () => null };
    }),
  );
