import { type RefObject, useEffect } from 'react';
import type { Option } from './option.ts';

export const optionId = (listId: string, at: number): string => `${listId}-${at}`;

/**
 * Marks a field as a combobox (ARIA, editable, with a list), and scrolls the active option into view.
 * @param at the index of the active option; -1 for none
 */
export function useComboboxAria(
  input: RefObject<HTMLInputElement | null>,
  listId: string,
  shown: readonly Option[],
  at: number,
): void {
  const active = shown[at];
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    field.setAttribute('role', 'combobox');
    field.setAttribute('aria-autocomplete', 'list');
    field.setAttribute('aria-controls', listId);
  }, [input, listId]);
  useEffect(() => {
    const id = optionId(listId, at);
    input.current?.setAttribute('aria-expanded', String(shown.length > 0));
    if (active) input.current?.setAttribute('aria-activedescendant', id);
    else input.current?.removeAttribute('aria-activedescendant');
    if (active) document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }, [input, listId, shown.length, active, at]);
}
