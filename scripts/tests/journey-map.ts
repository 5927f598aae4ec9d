// Which journeys show which screens and call which endpoints, from the addresses in their texts.
import { SCREENS, type ScreenName } from '../../contract/platform/http/addresses.ts';
import { type Sources, closureOf } from './imports.ts';

/** The files of each screen: the file that defines its component, and everything that this file imports. */
export function screenFiles(sources: Sources): Map<ScreenName, Set<string>> {
  const definitions = new Map<string, string>();
  for (const [file, text] of sources.texts)
    if (file.startsWith('web/'))
      for (const [, name = ''] of text.matchAll(/^export (?:const|function) (\w+Screen)\b/gm))
        definitions.set(name, file);
  const screens = new Map<ScreenName, Set<string>>();
  for (const [file, text] of sources.texts)
    if (file.endsWith('.routes.tsx'))
      for (const [, name = '', route = ''] of text.matchAll(/\.\.\.screen\('(\w+)'\)([^]*?)\n\}\);/g)) {
        const components = [...route.matchAll(/\b\w+Screen\b/g)].flatMap(([found]) => definitions.get(found) ?? []);
        screens.set(name as ScreenName, closureOf(sources, components));
      }
  return screens;
}

/** Addresses in a text: quoted, or behind the address of a product in a template. `${…}` is kept as `$`. */
export function addressesIn(text: string): string[] {
  const plain = text.replaceAll(/\$\{[^{}]*\}/g, '$');
  return [...plain.matchAll(/(?<=['"`]|[`]\$)\/[\w$\-./:]*/g)].map(([address]) => address);
}

/** The screen of an address, as the router chooses it: the one with the fewest parameters. */
export function findScreen(address: string): ScreenName | null {
  const words = segments(address);
  const fitting = Object.entries(SCREENS).filter(([, { path }]) => {
    const pattern = segments(path);
    return (
      pattern.length === words.length &&
      pattern.every((part, at) => part === words[at] || (part.startsWith('$') && words[at]!.startsWith('$')))
    );
  });
  return (fitting.toSorted(([, a], [, b]) => parameters(a.path) - parameters(b.path))[0]?.[0] ??
    null) as ScreenName | null;
}

const segments = (path: string): string[] => path.split('/').filter((part) => part !== '');
const parameters = (path: string): number => path.split('$').length;

/** Endpoints of a contract file, as addresses whose parameters are `$`. */
export const endpointsIn = (text: string): string[] =>
  [...text.matchAll(/\bpath: '(\/(?:api|auth)\/[^']*)'/g)].map(([, path = '']) => path.replaceAll(/:\w+/g, '$'));

/** Whether an address in a journey is that of an endpoint. */
export const isCallTo = (address: string, endpoint: string): boolean => {
  const [called, path] = [segments(address), segments(endpoint)];
  return called.length === path.length && path.every((part, at) => part === '$' || part === called[at]);
};
