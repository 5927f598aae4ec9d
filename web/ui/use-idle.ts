import { useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

/** Whether the page has had nothing else to do since this was drawn: time for what nobody waits for. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle;
}
