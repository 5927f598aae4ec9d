import { useRouter } from '@tanstack/react-router';
import { destination, saveMemory, readMemory } from '../lib/redirect-memory.ts';

/** Goes to where the visitor wanted to be before signing in. */
export function useGoOn(): () => void {
  const router = useRouter();
  return () => {
    const memory = readMemory();
    saveMemory({ ...memory, attempted: null });
    router.history.push(destination(memory));
  };
}
