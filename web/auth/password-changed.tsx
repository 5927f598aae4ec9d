import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SuccessMessage } from '../ui/success-message.tsx';
import { AuthFrame } from './auth-frame.tsx';

/** How long it is said that it worked, before the next screen (ms). */
const SHOWN = 2000;

/** Says that the password was changed, then goes on. */
export function PasswordChanged({ next, saying }: { next: string; saying: string }) {
  const router = useRouter();
  useEffect(() => {
    const timer = setTimeout(() => router.history.push(next), SHOWN);
    return () => clearTimeout(timer);
  }, [router, next]);
  return (
    <AuthFrame title="Password">
      <SuccessMessage className="flex flex-col gap-2">
        <span>Password successfully changed.</span>
        <span className="text-muted">{saying}</span>
      </SuccessMessage>
    </AuthFrame>
  );
}
