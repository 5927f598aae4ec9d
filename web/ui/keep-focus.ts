import type { MouseEvent } from 'react';

/**
 * For `onMouseDown` of what stands below fields: pressing it must not take the focus from a field first, whose own check
 * would then show a line of text, move this away from under the pointer, and lose the click.
 */
export const keepFocus = (event: MouseEvent): void => event.preventDefault();
