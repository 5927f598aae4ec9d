import { XMLParser } from 'fast-xml-parser';

/** An element with its children by name. Its text is under `#text`; attributes have an `@` before their names. */
export type Element = Record<string, unknown>;

export const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
});

export const all = (of: Element, name: string): Element[] =>
  ((of[name] ?? []) as unknown[]).map((one) =>
    typeof one === 'object' && one !== null ? (one as Element) : { '#text': one },
  );
export const textIn = (element: Element): string => {
  const text = element['#text'];
  return Array.isArray(text) ? text.join('') : typeof text === 'string' ? text : '';
};
export const attribute = (element: Element, name: string): string | null =>
  typeof element[`@${name}`] === 'string' ? (element[`@${name}`] as string) : null;

/** Reports a fault of one element. */
export type Report = (fault: string) => void;

export const LANGUAGE = /^[a-z]{2}(-[a-z]{2})?$/i;

/** The podcast namespace requires https for files that are loaded over HTTP, and Apple requires absolute addresses. */
export function checkAddress(address: string | null, where: string, report: Report): void {
  if (address === null) return;
  if (!URL.canParse(address)) report(`${where} “${address}”, which is no address`);
  else if (new URL(address).protocol !== 'https:') report(`${where} “${address}”, which is not https`);
}
