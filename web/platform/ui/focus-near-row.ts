/** The last button of the row below a control's row, otherwise of the row above. */
export function controlNearRow(control: HTMLElement): HTMLElement | undefined {
  const row = control.closest('li');
  const near = row?.nextElementSibling ?? row?.previousElementSibling;
  return [...(near?.querySelectorAll('button') ?? [])].at(-1);
}

/**
 * Moves the focus to a neighbouring row before this control's row is removed, so that keyboard users who remove several
 * rows keep their place.
 */
export function focusNearRow(control: HTMLElement): void {
  controlNearRow(control)?.focus();
}
