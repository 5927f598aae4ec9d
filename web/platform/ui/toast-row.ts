/** Returns the row of a list or table that contains a control, or else the control itself. */
export const rowOf = (control: Element): Element => control.closest('tr, li') ?? control;
