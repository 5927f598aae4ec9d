import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dirname, join } from 'node:path';

const SERVER = fileURLToPath(new URL('..', import.meta.url));

/** A function or a constant of a source file, or a route, with its text. */
interface Part {
  file: string;
  /** For a route, the name of its endpoint. */
  name: string;
  isRoute: boolean;
  text: string;
}

const DECLARATION = /^(?:export )?(?:async )?(?:function\*?|const|class) (\w+)/gm;
/** Matches the routes in a function that lists them, and the functions that they share. */
const INNER = /^ {2}const (\w+) = (?:async )?\(|^ +route\(\s*(\w+),/gm;

/** Matches the handlers of jobs in a list of them. A part that names the job calls its handler. */
const HANDLED = /^ {2}handle\(\s*(\w+),/gm;

const withoutComments = (file: string): string =>
  readFileSync(join(SERVER, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** Parts of a text, each from a match of `begin` to the next match of `begin` or `isEnd`. */
const cut = (file: string, text: string, begin: RegExp, isEnd = /(?!)/gm): Part[] =>
  [...text.matchAll(begin)].map((match) => {
    const rest = text.slice(match.index + match[0].length);
    const ends = [begin, isEnd].map((one) => rest.search(new RegExp(one.source, 'm'))).filter((at) => at >= 0);
    const [, declared, endpoint] = match;
    return {
      file,
      name: declared ?? endpoint ?? '',
      isRoute: endpoint !== undefined,
      text: rest.slice(0, Math.min(...ends)),
    };
  });

function partsOf(file: string): Part[] {
  const text = withoutComments(file);
  return [...cut(file, text, DECLARATION), ...cut(file, text, INNER, DECLARATION), ...cut(file, text, HANDLED)];
}

/** The names that a file imports, statically or dynamically, each with its file. */
function importsOf(file: string): Map<string, string> {
  const found = withoutComments(file).matchAll(/(?:import|const) \{([^}]*)\} (?:from|= await import\() ?'(\.[^']+)'/g);
  return new Map(
    [...found].flatMap(([, names = '', from = '']) =>
      names.split(',').map((name) => [name.trim().split(' as ')[0] ?? '', join(dirname(file), from)] as const),
    ),
  );
}

/** Reads the parts of the server's source. A part may call all parts whose names are in its text. */
function readServer(): { parts: Part[]; callsOf: (part: Part) => Part[] } {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') &&
      !/\.test\.ts$|\.d\.ts$|^(testkit|tests|node_modules|platform\/db\/migrations)\//.test(file),
  );
  const parts = files.flatMap(partsOf);
  const imports = new Map(files.map((file) => [file, importsOf(file)]));
  const named = new Map<string, Part[]>();
  for (const part of parts)
    if (!part.isRoute) {
      // A handler has the name of its job, which its file imports.
      const name = `${imports.get(part.file)?.get(part.name) ?? part.file} ${part.name}`;
      named.set(name, [...(named.get(name) ?? []), part]);
    }
  const callsOf = ({ file, text }: Part): Part[] =>
    [...new Set([...text.matchAll(/(?<!\w|(?<!\.\.)\.)\w+\b(?!:)/g)].map(([word]) => word))].flatMap(
      (word) => named.get(`${imports.get(file)?.get(word) ?? file} ${word}`) ?? [],
    );
  return { parts, callsOf };
}

/**
 * Names the endpoints whose handlers run a matching statement, directly or through functions of the server. It reads the
 * source, so it also finds endpoints that no test calls.
 */
export function endpointsRunning(statement: RegExp): string[] {
  const { parts, callsOf } = readServer();
  const running = new Set(parts.filter(({ text }) => statement.test(text)));
  for (let before = -1; before !== running.size;) {
    before = running.size;
    for (const part of parts)
      if (!running.has(part) && callsOf(part).some((called) => running.has(called))) running.add(part);
  }
  return [...running].flatMap(({ isRoute, name }) => (isRoute ? [name] : [])).sort();
}

/** The contract's name for the endpoint of a route. A file may import the endpoint under another name. */
const declaredName = ({ file, name }: Part): string =>
  new RegExp(String.raw`(\w+) as ${name}\b`).exec(withoutComments(file))?.[1] ?? name;

/** Maps each endpoint's name to the source of its handler and of all functions that the handler calls, also indirectly. */
export function sourcesOfHandlers(): Map<string, string[]> {
  const { parts, callsOf } = readServer();
  const kept = new Map<Part, Part[]>();
  const calls = (part: Part): Part[] => {
    const known = kept.get(part) ?? callsOf(part);
    kept.set(part, known);
    return known;
  };
  return new Map(
    parts
      .filter(({ isRoute }) => isRoute)
      .map((route) => {
        const reached = new Set([route]);
        for (const part of reached) for (const called of calls(part)) reached.add(called);
        return [declaredName(route), [...reached].map(({ file, text }) => `${file}\n${text}`)] as const;
      }),
  );
}
