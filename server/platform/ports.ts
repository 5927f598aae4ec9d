/**
 * A list of things that several domains provide and one domain reads. The reading domain declares the port next to the
 * type of these things, and app.ts fills the port with them. So the reading domain imports none of the providing
 * domains.
 */
export interface Port<T> {
  /** In the plural, for errors. */
  readonly name: string;
  /** Never set. Without it, the compiler would take a port for one of another type. */
  readonly takes?: (thing: T) => T;
}

/** The things for one port. */
export interface Fill {
  readonly port: Pick<Port<unknown>, 'name'>;
  readonly things: readonly unknown[];
}

/** What domains give to each other, by port. */
export interface Domains {
  /** In the order of app.ts. Throws if app.ts doesn't fill the port. */
  given: <T>(port: Port<T>) => readonly T[];
}

export const port = <T>(name: string): Port<T> => ({ name });

export const fill = <T>(port: Port<T>, things: readonly NoInfer<T>[]): Fill => ({ port, things });

/** Throws if two entries fill the same port. */
export function createDomains(fills: readonly Fill[]): Domains {
  const filled = new Map<Fill['port'], Fill['things']>();
  for (const { port, things } of fills) {
    if (filled.has(port)) throw new Error(`app.ts fills the port of ${port.name} twice.`);
    filled.set(port, things);
  }
  return {
    given: <T>(port: Port<T>) => {
      const things = filled.get(port);
      if (things === undefined) throw new Error(`app.ts doesn't fill the port of ${port.name}.`);
      // A map can't say that the type of a value depends on its key. `fill` takes only things of the port's own type.
      return things as readonly T[];
    },
  };
}
