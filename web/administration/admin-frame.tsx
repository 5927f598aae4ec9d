import type { ReactNode } from 'react';
import { SecondFactorNeeded } from '../second-factor/second-factor-needed.tsx';
import { useLacksSecondFactor } from '../second-factor/use-lacks-second-factor.ts';
import { AdminTabs } from './admin-tabs.tsx';
import { BulkRuns } from './bulk-runs.tsx';
import { Notices } from './notices.tsx';

/**
 * What every screen of administrators has. To one who lacks the second factor that the operator wants it says so, and no more.
 * @param withNotices left out where the screen itself tells what the machines lack
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
