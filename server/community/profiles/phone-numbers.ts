import { contactHref, mayBePhone } from '@scoville/contract/platform/lib/links.ts';
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** The region of a number without a country, if the browser sends none. */
const USUAL: CountryCode = 'US';
/** Maximum number of languages that are read from a header; more would only cost time. */
const MOST = 10;

/**
 * The regions of a browser's languages, best first. `de` belongs to Germany, `de-AT` to Austria, according to Unicode's
 * likely subtags (UTS 35) in `Intl.Locale`.
 * @param accepted the header Accept-Language (RFC 9110, 12.5.4)
 */
export function parseRegions(accepted: string | undefined): CountryCode[] {
  const languages = (accepted ?? '')
    .split(',', MOST)
    .map((part) => {
      const [tag = '', quality = ''] = part.split(';').map((piece) => piece.trim());
      return { tag, quality: Number(/^q=([\d.]+)$/.exec(quality)?.[1] ?? 1) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality);
  const regions = languages.map(({ tag }) => regionOf(tag)).filter((region) => region !== null);
  return [...new Set([...regions, USUAL])];
}

function regionOf(tag: string): CountryCode | null {
  try {
    const { region } = new Intl.Locale(tag).maximize();
    return region !== undefined && isSupportedCountry(region) ? region : null;
  } catch (error) {
    // `*`, or no language.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * A way of contact that works from any country. A telephone number without a country gets the first of these regions in
 * which it is valid (`+49 30 901820`). Text that already makes a link is returned unchanged. Null for text that is a
 * number in none of the regions, and for a number that is valid both in the United States and in an earlier region,
 * because it is ambiguous.
 */
export function reachable(info: string, regions: readonly CountryCode[]): string | null {
  if (!mayBePhone(info)) return contactHref(info) === null ? null : info;
  for (const region of regions) {
    if (region === USUAL && contactHref(info) !== null) return info;
    const number = parsePhoneNumberFromString(info, region);
    if (!number?.isValid()) continue;
    return region !== USUAL && parsePhoneNumberFromString(info, USUAL)?.isValid() ? null : number.formatInternational();
  }
  return null;
}
