import { useState } from 'react';

/**
 * For a form that is replaced by a confirmation. A button of the confirmation shows the form again, with the focus in
 * the form's first field.
 */
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
