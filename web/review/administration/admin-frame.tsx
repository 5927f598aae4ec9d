import type { ReactNode } from 'react';
import { SecondFactorNeeded } from '../../accounts/second-factor/second-factor-needed.tsx';
import { useLacksSecondFactor } from '../../accounts/second-factor/use-lacks-second-factor.ts';
import { AdminTabs } from './admin-tabs.tsx';
import { BulkRuns } from './bulk-runs.tsx';
import { Notices } from './notices.tsx';

/**
 * The frame of every administration screen. If the operator requires a second factor that the administrator lacks, the
 * frame shows only a message about that.
 * @param withNotices false on the screen that reports the state of the machines itself
 */
export function AdminFrame({
  title,
  withNotices = true,
  children,
}: {
  title: string;
  withNotices?: boolean;
  children: ReactNode;
}) {
  const lacks = useLacksSecondFactor();
  return (
    <div className="flex flex-col gap-5 py-8">
      <h1 className="text-head">{title}</h1>
      <AdminTabs />
      {lacks ? (
        <SecondFactorNeeded />
      ) : (
        <>
          {withNotices && <Notices />}
          <BulkRuns />
          {children}
        </>
      )}
    </div>
  );
}
