import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PendingEmail } from '../../accounts/auth/pending-email.tsx';
import { VerifyNotice } from '../../accounts/auth/verify-notice.tsx';
import { SessionList } from '../../accounts/auth/session-list.tsx';
import { DataExportSection } from '../../review/data-export/data-export-section.tsx';
import { LinkedAccounts } from '../../accounts/identities/linked-accounts.tsx';
import { SecondFactorSection } from '../../accounts/second-factor/second-factor-section.tsx';
import { BlockedList } from '../messages/blocked-list.tsx';
import { meQuery } from '../../platform/lib/query.ts';
import { numberText } from '../../platform/lib/format.ts';
import { OwnShows } from '../performances/own-shows.tsx';
import StatsButton from '../../listening/stats/stats-button.tsx';
import { buttonClass } from '../../platform/ui/button.tsx';
import { EMAIL_FIELD } from '../profiles/edit/email-field.ts';
import { FirstSteps } from './first-steps.tsx';

/** The overview of an account: its data, how often its work was visited, played and shared, and its sessions. */
export function AccountScreen() {
  // The counts must be current.
  const me = useSuspenseQuery({ ...meQuery(), staleTime: 0 }).data;
  if (me === null) return null;
  return (
    <div className="mx-auto flex max-w-[860px] flex-col gap-12 py-8">
      <section className="flex flex-col gap-5">
        <h1 className="text-head">Account Overview</h1>
        {!me.isVerified && <VerifyNotice email={me.email} />}
        <PendingEmail me={me} />
        {me._type === 'Musician' && <FirstSteps />}
        <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
          <Entry name="Email">{me.email}</Entry>
          <Entry name="Username">{me.username ?? <Missing>Not chosen yet</Missing>}</Entry>
          <Entry name="Display name">{me.displayName}</Entry>
          <Entry name="City">{me.address.city || <Missing>Not given</Missing>}</Entry>
          <Entry name="State">{me.address.state || <Missing>Not given</Missing>}</Entry>
        </dl>
      </section>
      <section aria-labelledby="account-figures" className="flex flex-col gap-5">
        <h2 id="account-figures" className="scroll-mt-24 text-title">
          Statistics
        </h2>
        <dl className="grid grid-cols-3 gap-4">
          <Figure name="Profile views" value={me.viewCount} />
          <Figure name="Total plays" value={me.playCount} />
          <Figure name="Total shares" value={me.shareCount} />
        </dl>
        <StatsButton wide />
      </section>
      {(me._type === 'Musician' || me.performances > 0) && <OwnShows musicianId={me.id} />}
      <SecondFactorSection />
      <LinkedAccounts />
      <SessionList />
      <BlockedList />
      <DataExportSection />
      <section aria-labelledby="account-more" className="flex flex-col gap-5">
        <h2 id="account-more" className="text-title">
          Email, password and account
        </h2>
        <div className="flex flex-wrap gap-3">
          <Link to="/account/profile" hash={EMAIL_FIELD} className={buttonClass()}>
            Change email
          </Link>
          <Link to="/reset" className={buttonClass()}>
            Change password
          </Link>
          <Link to="/account/delete" className={buttonClass('danger')}>
            Delete account
          </Link>
        </div>
      </section>
    </div>
  );
}

const Entry = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-w-0 flex-col">
    <dt className="text-caption text-muted">{name}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);

const Missing = ({ children }: { children: string }) => <span className="text-muted">{children}</span>;

const Figure = ({ name, value }: { name: string; value: number }) => (
  <div className="flex flex-col-reverse justify-end rounded-cover bg-surface p-4">
    <dt className="text-caption text-muted">{name}</dt>
    <dd className="tabular font-display text-head font-[650]">{numberText(value)}</dd>
  </div>
);
