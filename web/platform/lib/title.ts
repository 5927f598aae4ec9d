import { useEffect } from 'react';
import { useSettings } from './query.ts';

export const titled = (screen: string, product: string): string => `${screen} | ${product}`;

/** Sets the page's title once `screen` is defined; for screens whose route has no fixed title. */
export function useTitle(screen: string | undefined): void {
  const { productName } = useSettings();
  useEffect(() => {
    if (screen !== undefined) document.title = titled(screen, productName);
  }, [screen, productName]);
}
