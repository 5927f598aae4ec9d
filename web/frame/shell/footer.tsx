import { useSettings } from '../../platform/lib/query.ts';
import { HELP_LINKS } from '../../business/support/help-pages.ts';
import { PageLink } from '../../platform/ui/page-link.tsx';

/** The footer of every page, with links to the help. */
export function Footer() {
  const { productName } = useSettings();
  return (
    <footer className="content mt-14 mb-6">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 border-t border-line pt-5 text-muted">
        <span>{productName}</span>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-6">
          {HELP_LINKS.map(({ path, title }) => (
            <PageLink key={path} to={path} className="inline-flex min-h-10 items-center hover:text-text">
              {title}
            </PageLink>
          ))}
        </nav>
      </div>
    </footer>
  );
}
