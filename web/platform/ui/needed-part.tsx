import { useState } from 'react';
import { Button } from './button.tsx';
import { type Load, type MissingProps, latePart } from './lazy-part.tsx';

/**
 * A part of a screen that the user came for. If it cannot be loaded, an error with a retry button is shown in its
 * place, and the rest of the page stays.
 */
export const neededPart = <P extends object>(load: Load<P>) => latePart(load, RetryButton);

function RetryButton({ ask }: MissingProps) {
  const [busy, setBusy] = useState(false);
  const retry = () => {
    setBusy(true);
    ask().catch(() => setBusy(false));
  };
  return (
    <div role="alert" className="flex flex-col items-center gap-4 py-8 text-center">
      <p className="max-w-md">This part of the page could not be loaded. Check your connection and try again.</p>
      <Button busy={busy} onClick={retry}>
        Try again
      </Button>
    </div>
  );
}
