import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { BlockList, isIPv6 } from 'node:net';
import { type CountryResponse, Reader } from 'mmdb-lib';
import { UNKNOWN } from '../../platform/http/caller.ts';

/**
 * Maps addresses to the country that a registry assigned them to (CC0; see docs/decisions/). 8 MB, read on first use.
 */
const FILE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';
/** Private and local networks (RFC 1918, 6598, 3927, 4193, 4291), because the file has countries for some of them. */
const INSIDE = new BlockList();
for (const [address, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  INSIDE.addSubnet(address, bits);
INSIDE.addSubnet('fc00::', 7, 'ipv6');
INSIDE.addSubnet('fe80::', 10, 'ipv6');

const names = new Intl.DisplayNames('en', { type: 'region' });

/** A record of this file. The library's own types describe another publisher's files. */
type Entry = CountryResponse & { country_code?: string };
let opened: Promise<Reader<Entry>> | undefined;
const open = async () => new Reader<Entry>(await readFile(createRequire(import.meta.url).resolve(FILE)));

/**
 * The country of a network, in English; null for networks without a country, such as private ones.
 * @param network as returned by `callerOf`
 */
export async function placeOf(network: string): Promise<string | null> {
  if (network === '' || network === UNKNOWN) return null;
  const address = network.replace(/\/\d+$/, '');
  if (INSIDE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return null;
  opened ??= open();
  const code = (await opened).get(address)?.country_code;
  return code === undefined ? null : (names.of(code) ?? null);
}
