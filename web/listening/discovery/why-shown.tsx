import type { Why } from '@scoville/contract/listening/discovery/recommendations.ts';
import { useEffect, useRef } from 'react';
import { reportImpression } from '../stats/report-impression.ts';
import { whyText } from '../../catalogue/media/why-text.ts';

/**
 * The reason for a recommendation, below its card; reports an impression to the server when the card becomes visible.
 */
export function WhyShown({ id, why }: { id: string; why: Why | null }) {
  const element = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver((changes) => {
      if (!changes.some(({ isIntersecting }) => isIntersecting)) return;
      reportImpression('browse', id);
      observer.disconnect();
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [id]);
  const text = why && whyText(why);
  return (
    <p ref={element} title={text ?? undefined} className="ml-2.5 line-clamp-2 text-caption text-muted">
      {text}
    </p>
  );
}
