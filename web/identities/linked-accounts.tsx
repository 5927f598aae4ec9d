import { errorText } from '@scoville/contract/errors.ts';
import { type LinkedIdentity, SIGN_IN_REFUSALS, isSignInRefusal } from '@scoville/contract/identities.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { FormError } from '../forms/form-error.tsx';
import { showFailure } from '../lib/fail.ts';
import { useSettings } from '../lib/query.ts';
import { dayText } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ErrorState, Loading, Skeleton } from '../ui/states.tsx';
import { identitiesQuery, useLink, useUnlink } from './identities.calls.ts';
import { ProviderIcon } from './provider-icon.tsx';

/**
 * The accounts elsewhere with which one signs in, to link and unlink. Nothing where the installation has no providers. A
 * provider's answer that was refused comes back to the screen on which this stands, with the word for why in its address.
 */
export function LinkedAccounts() {
  const { productName, signIn } = useSettings();
  const { refusal = '' } = useSearch({ strict: false });
  const query = useQuery({ ...identitiesQuery(), enabled: signIn.providers.length > 0 });
  const [error, setError] = useState<string | null>(isSignInRefusal(refusal) ? SIGN_IN_REFUSALS[refusal] : null);
  if (signIn.providers.length === 0) return null;
  return (
    <section aria-labelledby="linked-accounts" className="flex flex-col gap-5">
      <header className="flex flex-col gap-1">
        <h2 id="linked-accounts" className="text-title">
          Linked accounts
        </h2>
        <p className="text-muted">Sign in with an account that you have elsewhere. Your password works as well.</p>
      </header>
      <FormError message={error} onDismiss={() => setError(null)} />
      {query.isPending && (
        <Loading label="Loading your linked accounts">
          <Skeleton className="h-16" />
        </Loading>
      )}
      {query.isError && (
        <ErrorState message={errorText(query.error, productName)} onRetry={() => void query.refetch()} />
      )}
      {query.data && (
        <ul className="flex flex-col divide-y divide-line border-y border-line">
          {query.data.identities.map((identity) => (
            <Linked key={identity.provider} identity={identity} />
          ))}
          {query.data.available.map((provider) => (
            <NotLinked key={provider.name} {...provider} />
          ))}
        </ul>
      )}
    </section>
  );
}

const rowClass = 'flex flex-wrap items-center gap-x-4 gap-y-2 py-3';

function Linked({ identity: { provider, label, email, linkedOn, lastUsedOn } }: { identity: LinkedIdentity }) {
  const { productName } = useSettings();
  const unlink = useUnlink();
  const [asking, setAsking] = useState(false);
  const used = lastUsedOn === null ? 'not used yet' : `last used ${dayText(lastUsedOn)}`;
  return (
    <li className={rowClass}>
      <ProviderIcon name={provider} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-[550]">{label}</p>
        <p className="text-caption wrap-anywhere text-muted">
          {email !== null && `${email}, `}linked {dayText(linkedOn)}, {used}
        </p>
      </div>
      <Button size="small" onClick={() => setAsking(true)} aria-label={`Unlink ${label}`}>
        Unlink
      </Button>
      {asking && (
        <ConfirmDialog
          title={`Unlink ${label}?`}
          confirm="Unlink"
          busy={unlink.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            unlink.mutate(provider, {
              onSuccess: () => setAsking(false),
              onError: (error) => showFailure(error, productName),
            })
          }
        >
          <p>You will sign in with your email and password then. You can link it again at any time.</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

function NotLinked({ name, label }: { name: string; label: string }) {
  const { productName } = useSettings();
  const link = useLink();
  return (
    <li className={rowClass}>
      <ProviderIcon name={name} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-[550]">{label}</p>
        <p className="text-caption text-muted">Not linked</p>
      </div>
      <Button
        size="small"
        busy={link.isPending || link.isSuccess}
        aria-label={`Link ${label}`}
        onClick={() => link.mutate(name, { onError: (error) => showFailure(error, productName) })}
      >
        Link
      </Button>
    </li>
  );
}
