/** A 32-bit mixing function: multiply, xor, shift (after the finaliser of MurmurHash3 by Austin Appleby). */
export function mixed(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85eb_ca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2_ae35);
  return (x ^ (x >>> 16)) >>> 0;
}
