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
const INNER = /^ {2}const (\w+) = (?:async )?\(|^ +route\((\w+),/gm;

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
  return [...cut(file, text, DECLARATION), ...cut(file, text, INNER, DECLARATION)];
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

/**
 * The names of the endpoints whose handlers run a statement that matches, directly or through any functions of the server. It
 * reads the source, so it also finds an endpoint that no test calls.
 */
export function endpointsRunning(statement: RegExp): string[] {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') && !/\.test\.ts$|\.d\.ts$|^(testkit|threats|node_modules|db\/migrations)\//.test(file),
  );
  const parts = files.flatMap(partsOf);
  const imports = new Map(files.map((file) => [file, importsOf(file)]));
  const running = new Set(parts.filter(({ text }) => statement.test(text)));
  for (let before = -1; before !== running.size;) {
    before = running.size;
    const names = new Set([...running].filter(({ isRoute }) => !isRoute).map(({ name, file }) => `${file} ${name}`));
    for (const part of parts) {
      const { file, text } = part;
      for (const [word] of text.matchAll(/(?<![.\w])\w+\b(?!:)/g))
        if (names.has(`${imports.get(file)?.get(word) ?? file} ${word}`)) running.add(part);
    }
  }
  return [...running].flatMap(({ isRoute, name }) => (isRoute ? [name] : [])).sort();
}
