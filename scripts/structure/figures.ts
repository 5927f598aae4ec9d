import { findCircles } from './circles.ts';
import { longFunctions } from './long-functions.ts';
import { type ProductGraph, type Side, domainOf, folderOf, isEntrance, nameOf, sideOf } from './product-graph.ts';

const MOST_LINES = { file: 300, function: 100 };

export interface Figure {
  title: string;
  /** The limit. `npm run check` fails above it, and below it until it is lowered. */
  most: number;
  /** Returns one line for each thing counted. */
  find: (graph: ProductGraph) => string[];
}

/** All figures by the name under which `npm run structure -- NAME` lists them. */
export const FIGURES: Record<string, Figure> = {
  'server-pairs': {
    title: 'imports that make two server folders import each other, without entrances',
    most: 0,
    find: (graph) => pairsOf(graph, 'server'),
  },
  'web-pairs': {
    title: 'imports that make two web folders import each other, without entrances',
    most: 0,
    find: (graph) => pairsOf(graph, 'web'),
  },
  circles: {
    title: 'files in circles of imports, with types and parts that load later',
    most: 0,
    find: ({ imports }) =>
      findCircles(imports).flatMap((files) => files.map((file) => `${file}, in a circle of ${files.length}`)),
  },
  files: {
    title: `files of more than ${MOST_LINES.file} lines`,
    most: 0,
    find: ({ texts }) =>
      [...texts]
        .filter(([, text]) => linesOf(text) > MOST_LINES.file)
        .map(([file, text]) => `${file}: ${linesOf(text)}`),
  },
  functions: {
    title: `functions of more than ${MOST_LINES.function} lines`,
    most: 0,
    find: ({ texts }) =>
      [...texts].flatMap(([file, text]) =>
        longFunctions(file, text, MOST_LINES.function).map(
          ({ name, line, lines }) => `${file}:${line} ${name}: ${lines}`,
        ),
      ),
  },
  media: {
    title: 'folders with a file whose name contains "media"',
    most: 5,
    find: ({ texts }) => [
      ...new Set([...texts.keys()].filter((file) => nameOf(file).includes('media')).map((file) => folderOf(file))),
    ],
  },
  'contract-names': {
    title: 'files of contract/ whose folder or name is no domain of server/ or web/',
    most: 0,
    find: contractNames,
  },
};

const linesOf = (text: string): number => text.split('\n').length - 1;

/** Of two folders that import each other, the imports of the direction that has fewer. */
function pairsOf({ imports }: ProductGraph, side: Side): string[] {
  const between = Map.groupBy(
    imports.filter(([from, to]) => {
      const [one, other] = [domainOf(from), domainOf(to)];
      const isOfSide = sideOf(from) === side && sideOf(to) === side;
      return isOfSide && one !== '' && other !== '' && one !== other && !isEntrance(from);
    }),
    ([from, to]) => `${domainOf(from)} ${domainOf(to)}`,
  );
  return [...between].flatMap(([key, there]) => {
    const [one = '', other = ''] = key.split(' ');
    const back = between.get(`${other} ${one}`);
    if (back === undefined || back.length > there.length || (back.length === there.length && one > other)) return [];
    return back.map(([from, to]) => `${one} and ${other}: ${from} imports ${to}`);
  });
}

function contractNames({ texts }: ProductGraph): string[] {
  const files = [...texts.keys()];
  const domains = new Set(files.filter((file) => sideOf(file) !== 'contract').map(domainOf));
  return files.filter((file) => sideOf(file) === 'contract' && !domains.has(domainOf(file)));
}
