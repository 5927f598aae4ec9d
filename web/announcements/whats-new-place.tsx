import { Suspense } from 'react';
import { latePart } from '../ui/late-part.tsx';
import { useAwake } from '../ui/awake.ts';
import { useIdle } from '../ui/use-idle.ts';

const WhatsNew = latePart(async () => ({ default: (await import('./whats-new.tsx')).WhatsNew }));

/** Where people are told of what is new: once the page they came for is there, and they do something on it. */
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
