import { useRouter } from '@tanstack/react-router';
import { destination, keepMemory, readMemory } from '../lib/redirect-memory.ts';

/** Goes to where the visitor wanted to be before signing in. */
export function useGoOn(): () => void {
  const router = useRouter();
  return () => {
    const memory = readMemory();
    keepMemory({ ...memory, attempted: null });
    router.history.push(destination(memory));
  };
}
