import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import { HELP_PAGES } from '@scoville/contract/business/support/help.ts';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { pluralize } from '../../platform/lib/format.ts';
import { controlClass } from '../../platform/ui/field.tsx';
import { toHelpEntries, findHelp } from './find-help.ts';
import { allHelpQueries } from './help.calls.ts';

/** The text of a piece of HTML. Parsing it this way loads and runs nothing of it. */
const textOf = (html: string): string => new DOMParser().parseFromString(html, 'text/html').body.textContent;

/** Searches all help pages while the user types. The arrow keys move through the results, Escape closes the search. */
export function HelpSearch() {
  const id = useId();
  const [query, setQuery] = useState('');
  const area = useRef<HTMLDivElement>(null);
  // The texts of the other pages are loaded when the user types the first letter.
  const { texts, isPending, isError } = useQueries({
    queries: allHelpQueries().map((one) => ({ ...one, enabled: query !== '' })),
    combine: (all) => ({
      texts: all.map(({ data }) => data),
      isPending: all.some((one) => one.isPending),
      isError: all.some((one) => one.isError),
    }),
  });
  const entries = useMemo(
    () => HELP_PAGES.flatMap((page, at) => (texts[at] === undefined ? [] : toHelpEntries(page, texts[at], textOf))),
    [texts],
  );
  const words = query.trim();
  const found = useMemo(() => findHelp(entries, words), [entries, words]);
  const stops = () => [...(area.current?.querySelectorAll<HTMLElement>('input, a[data-result]') ?? [])];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape' && query !== '') {
      event.preventDefault();
      setQuery('');
      stops()[0]?.focus();
    }
    if (step === undefined) return;
    const all = stops();
    const next = all[all.findIndex((one) => one === document.activeElement) + step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  const state = isError
    ? 'The help could not be searched. Try again in a moment.'
    : isPending
      ? 'Searching…'
      : found.length === 0
        ? `Nothing in the help matches “${words}”.`
        : pluralize(found.length, 'result', 'results');
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the field and the links inside take the keys
    <div ref={area} onKeyDown={onKeyDown} className="flex flex-col gap-2">
      <label htmlFor={id} className="font-[550]">
        Search the help
      </label>
      <input
        dir="auto"
        id={id}
        type="search"
        autoComplete="off"
        maxLength={100}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        className={`${controlClass} h-[42px]`}
      />
      <output className="text-caption wrap-anywhere text-muted empty:hidden">{words !== '' && state}</output>
      {words !== '' && !isPending && found.length === 0 && (
        <Link to="/help/contact" className="inline-flex min-h-10 items-center self-start underline underline-offset-4">
          Ask the people who run this site
        </Link>
      )}
      {found.length > 0 && (
        <ul
          aria-label="Results"
          className="flex flex-col divide-y divide-line rounded-cover border border-line bg-surface"
        >
          {found.map(({ page, id: anchor, title, excerpt }) => (
            <li key={`${page} ${anchor}`}>
              <Link
                data-result
                to={SCREENS[page].path}
                hash={anchor}
                onClick={() => setQuery('')}
                className="block rounded-cover px-4 py-3 hover:bg-raised"
              >
                <span className="block font-[600]">{title}</span>
                <span className="block text-caption text-muted">
                  {SCREENS[page].title} · {excerpt}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
