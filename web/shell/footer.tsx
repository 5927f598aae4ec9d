import { Link } from '@tanstack/react-router';
import { useSettings } from '../lib/query.ts';

/** The links of the foot; a page gets its link here when it exists. */
export function Footer() {
  const { productName } = useSettings();
  return (
    <footer className="content mt-14 mb-6">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 border-t border-line pt-5 text-muted">
        <span>{productName}</span>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-6">
          <Link to="/genres" className="inline-flex min-h-10 items-center hover:text-text">
            Genres
          </Link>
          <Link to="/moods" className="inline-flex min-h-10 items-center hover:text-text">
            Moods
          </Link>
        </nav>
      </div>
    </footer>
  );
}
