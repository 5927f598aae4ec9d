import { useRef } from 'react';
import { useNear } from './use-near.ts';

/** Calls `onNear` once the end of a list is within a screen's height of the visible area. */
export function EndOfList({ onNear }: { onNear: () => void }) {
  const element = useRef<HTMLDivElement>(null);
  useNear(element, onNear, '100% 0px');
  return <div ref={element} className="absolute inset-0 -z-10" />;
}
