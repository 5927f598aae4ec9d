import { categoryPath } from '@scoville/contract/platform/http/addresses.ts';
import type { Category } from '@scoville/contract/catalogue/categories/categories.ts';
import type { ReactNode } from 'react';
import { PageLink } from '../../platform/ui/page-link.tsx';

interface CategoryLinkProps {
  category: Pick<Category, 'kind' | 'slug'>;
  className: string;
  children: ReactNode;
}

/** A link to a genre's or a mood's page. */
export const CategoryLink = ({ category: { kind, slug }, className, children }: CategoryLinkProps) => (
  <PageLink to={categoryPath(kind, slug)} draggable={false} className={className}>
    {children}
  </PageLink>
);
