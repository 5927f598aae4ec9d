import { useQuery } from '@tanstack/react-query';
import { noticesQuery } from './administration.calls.ts';
import { dayText } from '../lib/format.ts';

/** What the machines behind the product lack, for those who can do something about it; nothing while all is well. */
export function Notices() {
  const { data } = useQuery(noticesQuery);
  if (!data || data.notices.length === 0) return null;
  return (
    <aside aria-label="Notices" className="rounded-control border border-line bg-surface px-4 py-3">
      <ul className="flex flex-col gap-2">
        {data.notices.map(({ machine, name, text, since }) => (
          <li key={`${machine} ${name}`}>
            <p className="max-w-[80ch] break-words">{text}</p>
            <p className="text-caption text-muted">{`${machine}, since ${dayText(since)}`}</p>
          </li>
        ))}
      </ul>
    </aside>
  );
}
