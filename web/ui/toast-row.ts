/** Returns the row of a list or table in which a control is; elsewhere the control itself. */
export const rowOf = (control: Element): Element => control.closest('tr, li') ?? control;
