import type { Media } from '@scoville/contract/media.ts';
import { Link } from '@tanstack/react-router';
import { mediaPath } from '../paths.ts';

/** Media as a plain list of links. */
export function MediaLinks({ media }: { media: Media[] }) {
  return (
    <ul>
      {media.map((item) => (
        <li key={item.id}>
          <Link to={mediaPath(item)} className="inline-flex min-h-10 items-center gap-2">
            {item.title} <span className="text-muted">{item.musician.displayName}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
