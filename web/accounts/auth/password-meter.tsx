import { MIN_STRENGTH } from '@scoville/contract/accounts/auth/passwords.ts';
import { useDeferredValue, useEffect, useState } from 'react';
import { classNames } from '../../platform/ui/class-names.ts';
import type { Strength } from './password-strength.ts';

const WORDS = ['Too easy to guess', 'Too easy to guess', 'Fair', 'Good', 'Strong'] as const;

/** Shows how hard the typed password is to guess, with advice. */
export function PasswordMeter({ password, about }: { password: string; about: string[] }) {
  const strength = useStrength(useDeferredValue(password), about);
  if (password === '' || strength === null) return null;
  const { score, advice } = strength;
  const isEnough = score >= MIN_STRENGTH;
  return (
    <div className="-mt-3 flex flex-col gap-1.5">
      <span aria-hidden="true" className="grid grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={classNames(
              'h-1.5 rounded-full',
              step > Math.max(score, 1) ? 'bg-raised' : isEnough ? 'bg-text' : 'bg-error',
            )}
          />
        ))}
      </span>
      <output className="text-caption text-muted">
        <span className={isEnough ? 'text-text' : 'text-error'}>{WORDS[score]}.</span> {advice.join(' ')}
      </output>
    </div>
  );
}

/** Null until a password is typed and the large estimator has been loaded. */
function useStrength(password: string, about: string[]): Strength | null {
  const [strength, setStrength] = useState<Strength | null>(null);
  const words = about.join('\n');
  useEffect(() => {
    if (password === '') return;
    let isCurrent = true;
    import('./password-strength.ts').then(
      ({ measureStrength }) => {
        if (isCurrent) setStrength(measureStrength(password, words.split('\n')));
      },
      // The form works without the meter, and the server checks the password anyway.
      (error: unknown) => console.warn('The password meter could not be loaded.', error),
    );
    return () => {
      isCurrent = false;
    };
  }, [password, words]);
  return strength;
}
