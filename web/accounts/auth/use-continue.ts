import { useRouter } from '@tanstack/react-router';
import { redirectTarget, saveMemory, readMemory } from '../../platform/lib/redirect-memory.ts';

/** Returns the address that the visitor wanted to open before signing in, and forgets it. */
export function leaveLogin(): string {
  const memory = readMemory();
  saveMemory({ ...memory, attempted: null });
  return redirectTarget(memory);
}

/** Returns a function that opens that address. */
export function useContinue(): () => void {
  const router = useRouter();
  return () => router.history.push(leaveLogin());
}
