import bowser from 'bowser';

/** Describes a browser by its `User-Agent`, for example `Firefox on Windows`. */
export function describeDevice(userAgent: string): string {
  if (userAgent === '') return 'An unknown device';
  const { browser, os } = bowser.parse(userAgent);
  const [name, system] = [browser.name ?? '', os.name ?? ''];
  if (name === '') return system === '' ? 'An unknown device' : `A browser on ${system}`;
  return system === '' ? name : `${name} on ${system}`;
}
