import { Link } from '@tanstack/react-router';
import { classNames } from '../ui/class-names.ts';

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

/** From one screen of administrators to the others; on a phone they are scrolled. */
export function AdminTabs() {
  return (
    <nav aria-label="Administration" className="flex gap-1 overflow-x-auto border-b border-line">
      {TABS.map(({ to, name }) => (
        <Link key={to} to={to} activeProps={active} inactiveProps={inactive} activeOptions={{ includeSearch: false }}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
