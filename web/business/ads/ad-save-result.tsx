import { useEffect, useRef } from 'react';
import { FormError } from '../../platform/forms/form-error.tsx';

interface AdSaveResultProps {
  /** The ad was saved without the text typed since. */
  isAhead: boolean;
  refusal: string | null;
  onDismiss: () => void;
}

/** The result of the last save, at the end of the form. */
export function AdSaveResult({ isAhead, refusal, onDismiss }: AdSaveResultProps) {
  const end = useRef<HTMLDivElement>(null);
  // The buttons are always visible, but the end of the form may not be.
  useEffect(() => {
    if (refusal !== null || isAhead) end.current?.scrollIntoView({ block: 'nearest' });
  }, [refusal, isAhead]);
  return (
    <div ref={end} className="flex flex-col gap-5">
      <output className="empty:hidden">
        {isAhead && 'Saved, without what you changed since. Press Update to save that, too.'}
      </output>
      <FormError message={refusal} onDismiss={onDismiss} />
    </div>
  );
}
