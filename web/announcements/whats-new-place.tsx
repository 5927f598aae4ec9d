import { Suspense } from 'react';
import { latePart } from '../ui/late-part.tsx';
import { useIdle } from '../ui/use-idle.ts';

const WhatsNew = latePart(async () => ({ default: (await import('./whats-new.tsx')).WhatsNew }));

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
