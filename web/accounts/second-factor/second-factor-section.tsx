import { errorText } from '@scoville/contract/platform/http/errors.ts';
import type { Passkey } from '@scoville/contract/accounts/second-factor.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { VouchNotice } from '../auth/vouch-notice.tsx';
import { useMe, useSettings } from '../../platform/lib/query.ts';
import { dayText, pluralize } from '../../platform/lib/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import { openedPart } from '../../platform/ui/opened-part.tsx';
import { ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import type { Change } from './change-dialog.tsx';
import { secondFactorQuery } from './second-factor.calls.ts';
import { useLacksSecondFactor } from './use-lacks-second-factor.ts';

const ChangeDialog = openedPart(async () => ({ default: (await import('./change-dialog.tsx')).ChangeDialog }));

/** The second factors of the signed-in account: an app, passkeys and the recovery codes. */
export function SecondFactorSection() {
  const { productName } = useSettings();
  const query = useQuery(secondFactorQuery());
  const lacks = useLacksSecondFactor();
  const me = useMe();
  const mayAdd = me?.isVouched !== false;
  const [change, setChange] = useState<Change | null>(null);
  const close = () => setChange(null);
  return (
    <section aria-labelledby="second-factor" className="flex flex-col gap-5">
      <header className="flex flex-col gap-1">
        <h2 id="second-factor" className="scroll-mt-24 text-title">
          Second factor
        </h2>
        <p className="text-muted">
          A second step besides your password: knowing the password alone is not enough to sign in.
        </p>
      </header>
      {query.isPending && (
        <Loading label="Loading your second factors">
          <Skeleton className="h-32" />
        </Loading>
      )}
      {query.isError && (
        <ErrorState message={errorText(query.error, productName)} onRetry={() => void query.refetch()} />
      )}
      {lacks && (
        <p role="status" className="rounded-cover border border-amber p-4">
          Administrators need a second factor here. Until you have set one up, you have no administrator rights.
        </p>
      )}
      {query.data && (
        <ul className="flex flex-col divide-y divide-line border-y border-line">
          <Row name="Authenticator app" about={query.data.totp ? 'Set up' : 'Not set up'}>
            {query.data.totp ? (
              <Button size="small" onClick={() => setChange({ do: 'remove', factor: 'totp', name: 'the app' })}>
                Remove app
              </Button>
            ) : (
              mayAdd && (
                <Button size="small" onClick={() => setChange({ do: 'totp' })}>
                  Set up app
                </Button>
              )
            )}
          </Row>
          {query.data.passkeys.map((passkey) => (
            <Row key={passkey.id} name={passkey.name} about={aboutKey(passkey)}>
              <Button
                size="small"
                aria-label={`Remove ${passkey.name}`}
                onClick={() => setChange({ do: 'remove', factor: passkey.id, name: passkey.name })}
              >
                Remove
              </Button>
            </Row>
          ))}
          <Row name="Passkey" about="The lock of a phone or computer, or a security key">
            {mayAdd && (
              <Button size="small" onClick={() => setChange({ do: 'passkey' })}>
                Add passkey
              </Button>
            )}
          </Row>
          {(query.data.totp || query.data.passkeys.length > 0) && (
            <Row
              name="Recovery codes"
              about={`${pluralize(query.data.recoveryCodesLeft, 'code', 'codes')} left, for when nothing else is at hand`}
            >
              <Button size="small" onClick={() => setChange({ do: 'codes' })}>
                New recovery codes
              </Button>
            </Row>
          )}
        </ul>
      )}
      {me && !mayAdd && <VouchNotice email={me.email} toDo="set up a second factor" />}
      {change && <ChangeDialog change={change} onClose={close} onFailed={close} />}
    </section>
  );
}

const aboutKey = ({ createdOn, lastUsedOn }: Passkey): string =>
  `Passkey, added ${dayText(createdOn)}, ${lastUsedOn === null ? 'not used yet' : `last used ${dayText(lastUsedOn)}`}`;

function Row({ name, about, children }: { name: string; about: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-[550] wrap-anywhere">{name}</p>
        <p className="text-caption text-muted">{about}</p>
      </div>
      {children}
    </li>
  );
}
