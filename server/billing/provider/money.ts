/** An amount as PayPal writes it, "9.99", in minor units of its currency; null for what is no amount. */
export function minorUnits(text: string, currency: string): number | null {
  const value = Number(text) * 10 ** decimalsOf(currency);
  return Number.isFinite(value) && text.trim() !== '' ? Math.round(value) : null;
}

/** How PayPal writes an amount. */
export const decimalText = (minor: number, currency: string): string =>
  (minor / 10 ** decimalsOf(currency)).toFixed(decimalsOf(currency));

/** How many minor units make a whole, as a power of ten. */
export const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
