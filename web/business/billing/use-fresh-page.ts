import { useEffect } from 'react';

/**
 * Reloads the page when the browser restores it from its cache (“Back” from the provider's page): its button would
 * still be busy, and the choice is pending by now.
 */
export function useFreshPage(): void {
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) window.location.reload();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
}
