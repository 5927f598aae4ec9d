/** The name itself, or if it is taken the name with `-2`, `-3` and so on before its extension. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  const extension = /\.[A-Za-z0-9]{1,5}$/.exec(name)?.[0] ?? '';
  const base = name.slice(0, name.length - extension.length);
  for (let n = 2; ; n++) {
    const next = `${base}-${n}${extension}`;
    if (!taken.has(next)) return next;
  }
}
