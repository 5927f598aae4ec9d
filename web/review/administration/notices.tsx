import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { noticesQuery } from './administration.calls.ts';
import { dayText } from '../../platform/lib/format.ts';

/**
 * Warnings about the machines that run the product, for administrators only; nothing if all is well. Shown above every
 * administration screen. On a phone each warning has only one line, so that the screen itself stays visible.
 */
export function Notices() {
  const { data } = useQuery(noticesQuery);
  if (!data || data.notices.length === 0) return null;
  return (
    <aside aria-label="Notices" className="rounded-control border border-line bg-surface px-4 py-3">
      <ul className="flex flex-col gap-1 md:gap-2">
        {data.notices.map(({ machine, name, text, since }) => (
          <li key={`${machine} ${name}`}>
            <p className="max-w-[80ch] break-words max-md:line-clamp-1">{text}</p>
            <p className="text-caption text-muted max-md:hidden">{`${machine}, since ${dayText(since)}`}</p>
          </li>
        ))}
      </ul>
      <Link to="/admin/health" className="inline-flex min-h-10 items-center text-caption underline md:hidden">
        Read all at Health
      </Link>
    </aside>
  );
}
