/** The last control of the row below, or else above, that of a control. */
export function controlNearRow(control: HTMLElement): HTMLElement | undefined {
  const row = control.closest('li');
  const near = row?.nextElementSibling ?? row?.previousElementSibling;
  return [...(near?.querySelectorAll('button') ?? [])].at(-1);
}

/** Gives it the focus before the row of this one goes: whoever takes out several by the keyboard stays where they are. */
export function focusNearRow(control: HTMLElement): void {
  controlNearRow(control)?.focus();
}
