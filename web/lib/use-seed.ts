import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { freshSeed } from './seed.ts';

/**
 * The seed of this screen's shuffled list: the address's, else a fresh one, which is written there at once. Coming back
 * to the same entry of the history shows the same order; a new visit has another. Undefined while `wanted` is false and
 * the address has none.
 */
export function useSeed(wanted = true): number | undefined {
  const inAddress = useSearch({ strict: false }).seed;
  const navigate = useNavigate();
  const [fresh] = useState(freshSeed);
  useEffect(() => {
    if (!wanted || inAddress !== undefined) return undefined;
    const write = () =>
      void navigate({ to: '.', search: (was) => ({ ...was, seed: fresh }), replace: true, resetScroll: false });
    // In a new task, because the router's work and the first drawing of the screen together block a slow phone.
    const timer = setTimeout(write);
    return () => clearTimeout(timer);
  }, [wanted, inAddress, fresh, navigate]);
  return inAddress ?? (wanted ? fresh : undefined);
}
