import { Suspense } from 'react';
import { latePart } from '../ui/late-part.tsx';
import { useAwake } from '../ui/awake.ts';
import { useIdle } from '../ui/use-idle.ts';

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
