import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { classNames } from '../../platform/ui/class-names.ts';
import { useCutEdges } from '../../platform/ui/cut-edges.ts';

const look = 'inline-flex min-h-10 flex-none items-center border-b-2 px-3';
const active = { className: classNames(look, 'border-text font-[650]') };
const inactive = { className: classNames(look, 'border-transparent text-muted hover:text-text') };

const TABS = [
  { to: '/admin/media', name: 'Media' },
  { to: '/admin/users', name: 'Users' },
  { to: '/admin/reports', name: 'Reports' },
  { to: '/admin/reviews', name: 'Reviews' },
  { to: '/admin/ads', name: 'Ads' },
  { to: '/admin/system-message', name: 'Message' },
  { to: '/admin/subscriptions', name: 'Subscriptions' },
  { to: '/admin/mail', name: 'Mail' },
  { to: '/admin/audit', name: 'Audit log' },
  { to: '/admin/health', name: 'Health' },
] as const;

/** Links between the administration screens. On a phone the bar scrolls, and starts at the current screen. */
export function AdminTabs() {
  const box = useRef<HTMLElement>(null);
  const { fade } = useCutEdges(box);
  useEffect(() => {
    const here = box.current?.querySelector<HTMLElement>('[aria-current="page"]');
    // Scrolls sideways only, so that the page keeps its position.
    if (box.current && here)
      box.current.scrollLeft = here.offsetLeft + (here.offsetWidth - box.current.clientWidth) / 2;
  }, []);
  return (
    <nav
      ref={box}
      aria-label="Administration"
      className={classNames('relative flex gap-1 overflow-x-auto border-b border-line', fade)}
    >
      {TABS.map(({ to, name }) => (
        <Link key={to} to={to} activeProps={active} inactiveProps={inactive} activeOptions={{ includeSearch: false }}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
