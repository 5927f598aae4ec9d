import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '../ui/button.tsx';
import { chipClass } from '../ui/chips.tsx';
import { EmptyState } from '../ui/states.tsx';

interface NothingFoundProps {
  /** What was asked; empty when only a filter was. */
  query: string;
  /** The query is a tag, and so is what is nearest. */
  tagged: boolean;
  /** Words and names that would find something. */
  nearest: readonly string[];
  /** Takes the filter away, where there is one. */
  onEverything: (() => void) | undefined;
}

/** Says that a search found nothing, and offers what is nearest to it. */
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
