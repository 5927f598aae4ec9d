import { useRouter } from '@tanstack/react-router';
import { destination, saveMemory, readMemory } from '../lib/redirect-memory.ts';

/** Where the visitor wanted to be before signing in; asked once, since it is forgotten with that. */
export function leaveLogin(): string {
  const memory = readMemory();
  saveMemory({ ...memory, attempted: null });
  return destination(memory);
}

/** Goes there. */
export function useContinue(): () => void {
  const router = useRouter();
  return () => router.history.push(leaveLogin());
}
