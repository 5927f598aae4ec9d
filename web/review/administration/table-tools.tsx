import type { ReactNode } from 'react';
import { useTypedSearch } from '../../platform/lib/use-typed-search.ts';
import { Chip } from '../../platform/ui/chips.tsx';
import { controlClass } from '../../platform/ui/field.tsx';
import { SearchIcon } from '../../platform/ui/first-icons.tsx';

/** Milliseconds after the last keystroke before a search starts. */
const PAUSE = 300;

/** A search box that searches when typing pauses, and the controls beside it. */
export function TableTools({
  label,
  q,
  onSearch,
  children,
}: {
  label: string;
  q: string;
  onSearch: (q: string) => void;
  children?: ReactNode;
}) {
  const [typed, setTyped] = useTypedSearch(q, onSearch, PAUSE);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <label className="relative w-full sm:w-72">
        <span className="sr-only">{label}</span>
        <SearchIcon className="absolute top-2.5 left-3 size-[22px] text-muted" />
        <input
          type="search"
          value={typed}
          maxLength={80}
          placeholder={label}
          onChange={(event) => setTyped(event.target.value)}
          className={`${controlClass} h-[42px] pl-11`}
        />
      </label>
      {children}
    </div>
  );
}

interface FilterChipsProps<Name extends string> {
  labels: Record<Name, string>;
  names: readonly Name[];
  chosen: Name | undefined;
  /** Receives undefined if the chosen filter is pressed again. */
  onFilter: (name: Name | undefined) => void;
}

/** The filters beside the search box, of which one at most is pressed. */
export function FilterChips<Name extends string>({ labels, names, chosen, onFilter }: FilterChipsProps<Name>) {
  return names.map((name) => (
    <Chip key={name} pressed={chosen === name} onClick={() => onFilter(chosen === name ? undefined : name)}>
      {labels[name]}
    </Chip>
  ));
}
