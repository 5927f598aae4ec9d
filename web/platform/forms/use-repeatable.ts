import { useState } from 'react';

/** For a form that its confirmation replaces, and that comes back from there, with the focus in its first field. */
export function useRepeatable() {
  const [sent, onSent] = useState<string | null>(null);
  const [focused, setFocused] = useState(false);
  const onAgain = () => {
    onSent(null);
    setFocused(true);
  };
  return { sent, onAgain, form: { focused, onSent } };
}

export type Repeatable = ReturnType<typeof useRepeatable>['form'];
