import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import type { HelpPage, HelpSection } from '@scoville/contract/business/support/help.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { HelpFrame } from './help-frame.tsx';
import { HelpSearch } from './help-search.tsx';
import { helpQuery } from './help.calls.ts';

const PROSE =
  'wrap-anywhere [&_a]:underline [&_a]:underline-offset-4 [&_li]:my-1.5 [&_ol]:my-3 [&_ol]:list-decimal [&_ol]:pl-6 [&_p]:my-3 [&_p]:text-pretty [&_strong]:font-[650] [&_ul]:my-3 [&_ul]:list-disc [&_ul]:pl-6';

/** A help page with the search. Each heading has an address. */
export function HelpScreen({ page }: { page: HelpPage }) {
  const { intro, sections } = useSuspenseQuery(helpQuery(page)).data;
  const { title, path } = SCREENS[page];
  const router = useRouter();
  const parts = sections.filter(({ level }) => level === 2);
  /** Follows links in the text without loading the page again. */
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (event.defaultPrevented || link === null || link.origin !== location.origin) return;
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.history.push(link.pathname + link.search + link.hash);
  };
  return (
    <HelpFrame title={title}>
      <HelpSearch />
      {parts.length > 2 && (
        <nav aria-label="On this page">
          <ul className="flex flex-wrap gap-x-5 border-y border-line py-1">
            {parts.map(({ id, title: text }) => (
              <li key={id}>
                <Link to={path} hash={id} className="inline-flex min-h-10 items-center text-muted hover:text-text">
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {/* The server made this HTML from Markdown, so it can't contain scripts. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the links inside take keys */}
      <div onClick={follow}>
        <div className={PROSE} dangerouslySetInnerHTML={{ __html: intro }} />
        {sections.map((section) => (
          <Section key={section.id} section={section} path={path} />
        ))}
      </div>
    </HelpFrame>
  );
}

function Section({
  section: { id, title, level, html },
  path,
}: {
  section: HelpSection;
  path: (typeof SCREENS)[HelpPage]['path'];
}) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section aria-labelledby={id}>
      <Heading id={id} tabIndex={-1} className={level === 2 ? 'mt-10 text-[24px]/[1.2]' : 'mt-7 text-lead font-[650]'}>
        {title}
        <Link
          to={path}
          hash={id}
          aria-label={`Link to “${title}”`}
          className="ml-1 inline-grid size-6 place-items-center align-middle text-base font-[400] text-muted hover:text-text"
        >
          #
        </Link>
      </Heading>
      <div className={PROSE} dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  );
}
