import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '../../platform/ui/button.tsx';
import { chipClass } from '../../platform/ui/chips.tsx';
import { EmptyState } from '../../platform/ui/states.tsx';

interface NothingFoundProps {
  /** The search text; empty if only a filter was set. */
  query: string;
  /** Whether the query is a tag; the nearest words are tags, too, then. */
  tagged: boolean;
  /** Words and names that would find results. */
  nearest: readonly string[];
  /** Removes the filter of the search; undefined if the search has none. */
  onEverything: (() => void) | undefined;
}

/** The message for a search without results, with the nearest words that have some. */
export function NothingFound({ query, tagged, nearest, onEverything }: NothingFoundProps) {
  return (
    <EmptyState
      action={
        <>
          {nearest.length > 0 && (
            <nav aria-label="Closest matches" className="flex max-w-md flex-wrap items-center justify-center gap-2">
              <span className="text-muted">Closest matches:</span>
              {nearest.map((word) => (
                <Link key={word} to="/search" search={{ q: word, ...(tagged && { tagged }) }} className={chipClass()}>
                  {word}
                </Link>
              ))}
            </nav>
          )}
          {onEverything ? (
            <Button onClick={onEverything}>Search without filters</Button>
          ) : (
            nearest.length === 0 && (
              <Link to="/browse" className={buttonClass()}>
                See recommendations
              </Link>
            )
          )}
        </>
      }
    >
      {query === '' ? 'Nothing matches this filter.' : `Your query “${query}” did not return any results.`}
    </EmptyState>
  );
}
