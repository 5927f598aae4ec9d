import { useNavigate } from '@tanstack/react-router';
import { Suspense, useRef } from 'react';
import { SearchIcon } from '../../platform/ui/first-icons.tsx';
import { latePart } from '../../platform/ui/lazy-part.tsx';
import { useAwake } from '../../platform/ui/awake.ts';
import './early-key.ts';

/**
 * The box's functions other than searching. They are not part of the first load, and a search doesn't wait for them.
 */
const Late = latePart(() => import('./search-box-late.tsx'));

/** Words to search for; suggestions and the palette are loaded once the page is used. */
export function SearchBox({ className, withPalette }: { className: string; withPalette?: boolean }) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const isAwake = useAwake();
  return (
    <search className={className}>
      <form
        action="/search"
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          void navigate({ to: '/search', search: { q: input.current?.value } });
        }}
      >
        <input
          dir="auto"
          ref={input}
          name="q"
          aria-label="Search"
          placeholder="Songs, videos, musicians, tags"
          autoComplete="off"
          maxLength={200}
          className="h-[42px] w-full rounded-control bg-raised ps-[46px] pe-3.5"
        />
        <SearchIcon className="pointer-events-none absolute start-3.5 top-2.5 size-[22px] text-muted" />
        <Suspense>{isAwake && <Late input={input} withPalette={withPalette} />}</Suspense>
      </form>
    </search>
  );
}
