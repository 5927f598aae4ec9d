import { Link } from '@tanstack/react-router';
import { classNames } from '../../platform/ui/class-names.ts';

/** The tags of a song or video, each a link to all items with that tag. Renders nothing without tags. */
export function TagLinks({ tags, className }: { tags: readonly { text: string }[]; className?: string }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Labels" className={classNames('flex flex-wrap gap-2 text-caption text-muted', className)}>
      {tags.map(({ text }) => (
        <li key={text} className="flex max-w-full">
          <Link
            to="/search"
            search={{ q: text, tagged: true }}
            className="inline-flex min-h-10 max-w-full items-center rounded-control border border-line px-3 wrap-anywhere hover:bg-raised hover:text-text"
          >
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}
