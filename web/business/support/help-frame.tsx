import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { HELP_LINKS } from './help-pages.ts';

/** The frame of all help pages, with links to the other pages beside it. */
export function HelpFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-16 gap-y-6 py-8 md:grid-cols-[200px_minmax(0,720px)] md:py-12">
      <nav aria-label="Help" className="md:pt-1">
        <ul className="flex flex-wrap gap-x-5 md:sticky md:top-24 md:flex-col">
          {HELP_LINKS.map((one) => (
            <li key={one.path}>
              <Link
                to={one.path}
                className="inline-flex min-h-10 items-center text-muted hover:text-text data-[status=active]:font-[650] data-[status=active]:text-text"
              >
                {one.title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex min-w-0 flex-col gap-6">
        <h1 className="text-head" tabIndex={-1}>
          {title}
        </h1>
        {children}
      </div>
    </div>
  );
}
