import { errorText } from '@scoville/contract/platform/http/errors.ts';
import {
  type LinkedIdentity,
  SIGN_IN_REFUSALS,
  isSignInRefusal,
} from '@scoville/contract/accounts/identities/identities.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { VouchNotice } from '../auth/vouch-notice.tsx';
import { FormError } from '../../platform/forms/form-error.tsx';
import { useMe, useSettings } from '../../platform/lib/query.ts';
import { dayText } from '../../platform/lib/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import { openedPart } from '../../platform/ui/opened-part.tsx';
import { ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { SuccessMessage } from '../../platform/ui/success-message.tsx';
import { identitiesQuery, useLink, useUnlink } from './identities.calls.ts';
import { ProviderIcon } from './provider-icon.tsx';

const PasswordDialog = openedPart(async () => ({
  default: (await import('../../platform/forms/password-dialog.tsx')).PasswordDialog,
}));

/**
 * The sign-in providers that are linked to the account, with the controls to link and unlink them. Renders nothing if
 * the installation has no providers. A provider sends the browser back to the screen with this component, with the
 * linked provider or the reason for a refusal in the address.
 */
export function LinkedAccounts() {
  const { productName, signIn } = useSettings();
  const me = useMe();
  const { refusal = '', linked } = useSearch({ strict: false });
  const query = useQuery({ ...identitiesQuery(), enabled: signIn.providers.length > 0 });
  const [error, setError] = useState<string | null>(isSignInRefusal(refusal) ? SIGN_IN_REFUSALS[refusal] : null);
  if (signIn.providers.length === 0) return null;
  const added = query.data?.identities.find(({ provider }) => provider === linked);
  const mayLink = me?.isVouched !== false;
  return (
    <section aria-labelledby="linked-accounts" className="flex flex-col gap-5">
      <header className="flex flex-col gap-1">
        <h2 id="linked-accounts" className="scroll-mt-24 text-title">
          Linked accounts
        </h2>
        <p className="text-muted">Sign in with an account that you have elsewhere. Your password works as well.</p>
      </header>
      {error !== null && (
        // Focused, because the message is far down on a page that was just loaded, where users would miss it and few
        // screen readers would read it.
        <div ref={takeFocus} tabIndex={-1} className="scroll-mt-24">
          <FormError message={error} onDismiss={() => setError(null)} />
        </div>
      )}
      {added && <SuccessMessage>{added.label} is linked. You can sign in with it from now on.</SuccessMessage>}
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
            <NotLinked key={provider.name} {...provider} mayLink={mayLink} />
          ))}
        </ul>
      )}
      {me && !mayLink && <VouchNotice email={me.email} toDo="link an account" />}
    </section>
  );
}

/** Stays the same function, so that React calls it once. */
const takeFocus = (element: HTMLElement | null): void => element?.focus();

const rowClass = 'flex flex-wrap items-center gap-x-4 gap-y-2 py-3';

function Linked({ identity: { provider, label, email, linkedOn, lastUsedOn } }: { identity: LinkedIdentity }) {
  const unlink = useUnlink();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const used = lastUsedOn === null ? 'not used yet' : `last used ${dayText(lastUsedOn)}`;
  return (
    <li className={rowClass}>
      <ProviderIcon name={provider} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-[550] wrap-anywhere">{label}</p>
        <p className="text-caption wrap-anywhere text-muted">
          {email !== null && `${email}, `}linked {dayText(linkedOn)}, {used}
        </p>
      </div>
      <Button size="small" onClick={() => setAsking(true)} aria-label={`Unlink ${label}`}>
        Unlink
      </Button>
      {asking && (
        <PasswordDialog
          title={`Unlink ${label}?`}
          confirm="Unlink"
          danger
          send={(password) => unlink.mutateAsync({ provider, password })}
          onClose={close}
          onFailed={close}
        >
          You will sign in with your email and password then. You can link it again at any time.
        </PasswordDialog>
      )}
    </li>
  );
}

function NotLinked({ name, label, mayLink }: { name: string; label: string; mayLink: boolean }) {
  const link = useLink();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <li className={rowClass}>
      <ProviderIcon name={name} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-[550] wrap-anywhere">{label}</p>
        <p className="text-caption text-muted">Not linked</p>
      </div>
      {mayLink && (
        <Button size="small" aria-label={`Link ${label}`} onClick={() => setAsking(true)}>
          Link
        </Button>
      )}
      {asking && (
        <PasswordDialog
          title={`Link ${label}`}
          confirm={`Continue to ${label}`}
          send={(password) => link.mutateAsync({ provider: name, password })}
          onClose={close}
          onFailed={close}
        >
          Whoever has the account there can then sign in here as you.
        </PasswordDialog>
      )}
    </li>
  );
}
