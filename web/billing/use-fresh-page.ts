import { useEffect } from 'react';

/**
 * Loads the page anew when the browser brings it back as it was left (“Back” from the provider's page): its button still
 * waits for a page that has come and gone, and what was chosen is pending by now.
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
