/**
 * Gives the focus to the last control of the row below, or else above, before the row of this one goes: whoever takes out
 * several by the keyboard stays where they are.
 */
export function focusNearRow(control: HTMLElement): void {
  const row = control.closest('li');
  const near = row?.nextElementSibling ?? row?.previousElementSibling;
  [...(near?.querySelectorAll('button') ?? [])].at(-1)?.focus();
}
