import type { MouseEvent } from 'react';

/**
 * For `onMouseDown` of a control below form fields. Pressing the control must not blur a field first, because the
 * field's own validation would then add an error line, move the control away from the pointer, and lose the click.
 */
export const keepFocus = (event: MouseEvent): void => event.preventDefault();
