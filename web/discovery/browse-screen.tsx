import { browse } from '@scoville/contract/discovery-lists.ts';
import { Link } from '@tanstack/react-router';
import { useMediaTools } from '../administration/use-media-tools.tsx';
import { call } from '../lib/call.ts';
import { keyOf } from '../lib/query.ts';
import { MediaGrid } from '../media/media-grid.tsx';
import { useMediaPages } from '../media/media-pages.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';
import { useSeed } from '../lib/use-seed.ts';

const TITLE = 'Recommendations based on your latest music choices';

export function BrowseScreen() {
  const query = { seed: useSeed() };
  const pages = useMediaPages(keyOf(browse, { query }), (cursor, signal) =>
    call(browse, { query: { ...query, cursor }, signal }),
  );
  return (
    <div className="py-8">
      <h1 className="mb-6 text-head">{TITLE}</h1>
      <MediaGrid label={TITLE} pages={pages} empty={<NoMedia />} tools={useMediaTools()} endless />
    </div>
  );
}

function NoMedia() {
  return (
    <EmptyState
      action={
        <Link to="/upload" className={buttonClass('main')}>
          Be the first to upload
        </Link>
      }
    >
      It’s quiet here: there is currently no media on the platform.
    </EmptyState>
  );
}
