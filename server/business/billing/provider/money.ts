/** Parses an amount as PayPal writes it, "9.99", into minor units of its currency; null if it isn't an amount. */
export function minorUnits(text: string, currency: string): number | null {
  const value = Number(text) * 10 ** decimalsOf(currency);
  return Number.isFinite(value) && text.trim() !== '' ? Math.round(value) : null;
}

/** Formats an amount as PayPal writes it. */
export const decimalText = (minor: number, currency: string): string =>
  (minor / 10 ** decimalsOf(currency)).toFixed(decimalsOf(currency));

/** Number of decimal places of a currency, which is the power of ten of its minor units. */
export const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
