import { useState } from 'react';

/** Tracks the selected rows of a page; a row that is no longer listed doesn't count as selected. */
export function useSelection<Row extends { id: string }>(rows: readonly Row[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selected = rows.filter(({ id }) => ids.has(id));
  return {
    selected,
    isSelected: ({ id }: Row): boolean => ids.has(id),
    select: ({ id }: Row, on: boolean): void =>
      setIds((before) => new Set(on ? [...before, id] : [...before].filter((one) => one !== id))),
    selectAll: (on: boolean): void => setIds(new Set(on ? rows.map(({ id }) => id) : [])),
  };
}
