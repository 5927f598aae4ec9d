import { type RefObject, useLayoutEffect } from 'react';

const FIELDS = 'input:not([type=hidden]), select, textarea';

/** Whether the user can fill in this field now. */
const isOpen = (field: HTMLElement): boolean =>
  field.checkVisibility() &&
  field.tabIndex >= 0 &&
  !field.matches(':disabled, :read-only:is(input[type=text], textarea), [aria-disabled=true]');

/** The first invalid field in an element, or else its first field; in a group of radio buttons, the chosen button. */
function firstField(within: Element): HTMLElement | null {
  const fields = [...within.querySelectorAll<HTMLElement>(FIELDS)].filter(isOpen);
  const first = fields.find((field) => field.matches('[aria-invalid=true]')) ?? fields[0];
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio') return first ?? null;
  return fields.find((field) => field.matches(':checked') && field.getAttribute('name') === first.name) ?? first;
}

const ACTIONS = '[data-dialog-actions]';
const firstAction = (dialog: Element): HTMLElement | null =>
  dialog.querySelector(`${ACTIONS} :is(button, a[href]):not(:disabled)`);
const isAtAction = (dialog: Element): boolean =>
  dialog.querySelector(ACTIONS)?.contains(document.activeElement) === true;

/**
 * Moves the focus of an opening dialog from its close button to the dialog's first field, or else to its first action.
 * A field that is still loading gets the focus once it is rendered, unless the user did something before.
 */
export function useFirstFocus(dialog: RefObject<HTMLElement | null>, body: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const [element, content] = [dialog.current, body.current];
    if (!element || !content || content.contains(document.activeElement)) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const move = () => {
      const field = firstField(content);
      if (field) controller.abort();
      if (field || !isAtAction(element)) (field ?? firstAction(element))?.focus();
    };
    const arrivals = new MutationObserver(move);
    signal.addEventListener('abort', () => arrivals.disconnect());
    for (const act of ['keydown', 'pointerdown']) element.addEventListener(act, () => controller.abort(), { signal });
    arrivals.observe(element, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
    move();
    return () => controller.abort();
  }, [dialog, body]);
}
