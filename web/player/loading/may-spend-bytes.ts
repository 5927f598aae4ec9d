/** The Network Information API, which not all browsers have. */
interface Connection {
  saveData?: boolean;
  type?: string;
  effectiveType?: string;
}

/** May bytes be loaded that nobody asked for? Not where they are saved, paid for, or slow to come. */
export function maySpendBytes(): boolean {
  const { saveData, type, effectiveType } = (navigator as { connection?: Connection }).connection ?? {};
  return saveData !== true && type !== 'cellular' && !effectiveType?.endsWith('2g');
}
