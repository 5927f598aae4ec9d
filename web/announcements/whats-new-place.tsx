import { Suspense, lazy } from 'react';
import { useIdle } from '../ui/use-idle.ts';

const WhatsNew = lazy(() => import('./whats-new.tsx').then((module) => ({ default: module.WhatsNew })));

/** Where people are told of what is new: once the page they came for is there. */
export function WhatsNewPlace() {
  const isIdle = useIdle();
  return (
    isIdle && (
      <Suspense>
        <WhatsNew />
      </Suspense>
    )
  );
}
