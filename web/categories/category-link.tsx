import type { Category } from '@scoville/contract/categories.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface CategoryLinkProps {
  category: Pick<Category, 'kind' | 'slug'>;
  className: string;
  children: ReactNode;
}

/** A link to a genre's or a mood's page. */
export function CategoryLink({ category: { kind, slug }, className, children }: CategoryLinkProps) {
  return kind === 'genre' ? (
    <Link to="/genres/$genre" params={{ genre: slug }} draggable={false} className={className}>
      {children}
    </Link>
  ) : (
    <Link to="/moods/$mood" params={{ mood: slug }} draggable={false} className={className}>
      {children}
    </Link>
  );
}
