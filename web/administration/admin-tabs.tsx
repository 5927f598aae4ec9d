import { Link } from '@tanstack/react-router';
import { classNames } from '../ui/class-names.ts';

const look = 'inline-flex min-h-10 items-center border-b-2 px-3';
const active = { className: classNames(look, 'border-text font-[650]') };
const inactive = { className: classNames(look, 'border-transparent text-muted hover:text-text') };

/** From one table to the other. */
export function AdminTabs() {
  return (
    <nav aria-label="Administration" className="flex gap-1 border-b border-line">
      <Link to="/admin/media" activeProps={active} inactiveProps={inactive} activeOptions={{ includeSearch: false }}>
        Media
      </Link>
      <Link to="/admin/users" activeProps={active} inactiveProps={inactive} activeOptions={{ includeSearch: false }}>
        Users
      </Link>
    </nav>
  );
}
