/** The Network Information API, which not all browsers have. */
interface Connection {
  saveData?: boolean;
  type?: string;
  effectiveType?: string;
}

/** Whether files may be loaded before a press: not with data saving, on a mobile network or on a very slow one. */
export function maySpendBytes(): boolean {
  const { saveData, type, effectiveType } = (navigator as { connection?: Connection }).connection ?? {};
  return saveData !== true && type !== 'cellular' && !effectiveType?.endsWith('2g');
}
