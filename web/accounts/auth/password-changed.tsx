import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SuccessMessage } from '../../platform/ui/success-message.tsx';
import { AuthFrame } from './auth-frame.tsx';

/** Milliseconds that the success is shown before the next screen opens. */
const SHOWN = 2000;

/** Shows that the password was changed, then opens the next screen. */
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
