import { Suspense } from 'react';
import { latePart } from '../../platform/ui/lazy-part.tsx';
import { useAwake } from '../../platform/ui/awake.ts';
import { useIdle } from '../../platform/ui/use-idle.ts';

const WhatsNew = latePart(() => import('./whats-new.tsx'));

/** Announces new features once the page is loaded and in use. */
export function WhatsNewPlace() {
  const isIdle = useIdle();
  const isAwake = useAwake();
  return (
    isIdle &&
    isAwake && (
      <Suspense>
        <WhatsNew />
      </Suspense>
    )
  );
}
