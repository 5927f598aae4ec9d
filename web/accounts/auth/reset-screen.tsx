import { checkReset } from '@scoville/contract/accounts/auth/passwords.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../platform/lib/call.ts';
import { queryOf } from '../../platform/lib/query.ts';
import { ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { useResetPassword } from './auth.calls.ts';
import { AuthFrame } from './auth-frame.tsx';
import { PasswordChanged } from './password-changed.tsx';
import { PasswordForm } from './password-form.tsx';
import { UnknownToken } from './unknown-token.tsx';

/** Sets a new password by a mailed token. */
export function ResetScreen() {
  const { token } = useParams({ from: '/reset/$token' });
  const check = useQuery(queryOf(checkReset, { params: { token } }));
  const { mutateAsync: reset } = useResetPassword(token);
  const [done, setDone] = useState(false);
  if (done) return <PasswordChanged next="/login" saying="The sign-in opens in a moment." />;
  if (check.error instanceof ApiError && check.error.status === 404) return <UnknownToken />;
  if (check.isLoadingError) return <ErrorState message={check.error.message} onRetry={() => void check.refetch()} />;
  return (
    <AuthFrame title="Choose a new password" lead="Every browser that is signed in to your account will be signed out.">
      {check.isPending ? (
        <Loading label="Checking your link">
          <Skeleton className="h-64 w-full" />
        </Loading>
      ) : (
        <PasswordForm asksCurrent={false} label="Save password" save={reset} onDone={() => setDone(true)} />
      )}
    </AuthFrame>
  );
}
