import { type Ref, useEffect, useRef, useState } from 'react';
import { Checkbox } from '../../platform/ui/checkbox.tsx';

export interface ProofBoxProps {
  ref?: Ref<HTMLInputElement>;
  solved: boolean;
  /** Called with the captcha response for the form; with an empty string when the response is no longer valid. */
  onSolved: (response: string) => void;
  error?: string | undefined;
  onDismissError?: (() => void) | undefined;
}

/**
 * Our own captcha: a checkbox after which the browser computes for about a second. The code for this is loaded when the
 * user ticks the box, and not with the page.
 */
export function ProofBox({ ref, solved, onSolved, error, onDismissError }: ProofBoxProps) {
  const [working, setWorking] = useState(false);
  const [failed, setFailed] = useState<string | undefined>();
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const begin = async () => {
    const work = new AbortController();
    stop.current = work;
    setWorking(true);
    setFailed(undefined);
    try {
      const { solveNewChallenge } = await import('./solve-challenge.ts');
      const response = await solveNewChallenge(work.signal);
      if (!work.signal.aborted) onSolved(response);
    } catch (cause) {
      if (work.signal.aborted) return;
      console.warn('The captcha could not be solved.', cause);
      setFailed('This could not be checked. Check your connection and tick the box again.');
    }
    if (!work.signal.aborted) setWorking(false);
  };
  const change = (ticked: boolean) => {
    stop.current?.abort();
    setWorking(false);
    onSolved('');
    if (ticked) void begin();
  };
  return (
    <div>
      <Checkbox
        ref={ref}
        label="I am not a robot"
        checked={solved || working}
        onChange={(event) => change(event.target.checked)}
        {...((failed ?? error) ? { error: failed ?? error } : {})}
        {...(failed === undefined && onDismissError ? { onDismissError } : {})}
      />
      <output className="pl-8 text-caption text-muted empty:hidden">
        {working ? 'Your browser is proving it…' : solved ? 'Done.' : ''}
      </output>
    </div>
  );
}
