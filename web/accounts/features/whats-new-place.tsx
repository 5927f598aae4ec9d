import { Suspense } from 'react';
import { latePart } from '../../platform/ui/late-part.tsx';
import { useAwake } from '../../platform/ui/awake.ts';
import { useIdle } from '../../platform/ui/use-idle.ts';

const WhatsNew = latePart(async () => ({ default: (await import('./whats-new.tsx')).WhatsNew }));

/** Shows new features once the page is loaded and in use. */
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
