import type { ReactNode } from 'react';
import { controlNearRow } from '../../platform/ui/focus-near-row.ts';

/** A part of the reviewer's choices, with its name and a sentence about it. */
export function Part({ name, children, hint }: { name: string; children: ReactNode; hint: string }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1 text-[16px] font-[650]">{name}</legend>
      <p className="text-caption text-muted">{hint}</p>
      {children}
    </fieldset>
  );
}

/** Moves the focus to a neighbouring row, or to the field of the part, before a row is removed. */
export const focusNearby = (control: HTMLElement): void =>
  (controlNearRow(control) ?? control.closest('fieldset')?.querySelector('input'))?.focus();
