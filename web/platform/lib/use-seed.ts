import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { freshSeed } from './seed.ts';

/**
 * The seed of this screen's shuffled list: the one in the address, or else a fresh one, which is written to the
 * address. Returning to the same history entry shows the same order; a new visit gets another. Undefined while `wanted`
 * is false and the address has no seed.
 */
export function useSeed(wanted = true): number | undefined {
  const inAddress = useSearch({ strict: false }).seed;
  const navigate = useNavigate();
  const [fresh] = useState(freshSeed);
  useEffect(() => {
    if (!wanted || inAddress !== undefined) return undefined;
    const write = () =>
      void navigate({ to: '.', search: (was) => ({ ...was, seed: fresh }), replace: true, resetScroll: false });
    // In a new task, because the router's work and the first rendering of the screen together block a slow phone.
    const timer = setTimeout(write);
    return () => clearTimeout(timer);
  }, [wanted, inAddress, fresh, navigate]);
  return inAddress ?? (wanted ? fresh : undefined);
}
