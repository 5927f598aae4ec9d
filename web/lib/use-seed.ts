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
    if (wanted && inAddress === undefined)
      void navigate({ to: '.', search: (was) => ({ ...was, seed: fresh }), replace: true, resetScroll: false });
  }, [wanted, inAddress, fresh, navigate]);
  return inAddress ?? (wanted ? fresh : undefined);
}
