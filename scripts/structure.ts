// `npm run structure` prints figures of the structure with their limits. It fails above a limit, and below it until the
// limit is lowered. `npm run check` runs it.
// `npm run structure -- NAME` lists the files or functions behind one figure.
// `npm run structure -- --write-map` updates the diagram of the groups in docs/map.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIGURES } from './structure/figures.ts';
import { withDiagram } from './structure/group-diagram.ts';
import { productGraph } from './structure/product-graph.ts';

const root = join(import.meta.dirname, '..');
const graph = productGraph(root);
const [name] = process.argv.slice(2);
if (name === undefined) {
  const counted = Object.entries(FIGURES).map(([key, { title, most, find }]) => ({
    key,
    title,
    most,
    count: find(graph).length,
  }));
  for (const { key, title, most, count } of counted)
    console.log(
      `${count > most ? 'MISSED' : 'holds '}  ${String(count).padStart(4)} of at most ${most}  ${title} (${key})`,
    );
  for (const { key, most, count } of counted)
    if (count < most) console.log(`Lower the limit of ${key} to ${count} in scripts/structure/figures.ts.`);
  process.exitCode = counted.some(({ most, count }) => count !== most) ? 1 : 0;
} else if (name === '--write-map') {
  const map = join(root, 'docs/map.md');
  writeFileSync(map, withDiagram(readFileSync(map, 'utf8'), graph.texts.keys()));
} else {
  const figure = FIGURES[name];
  if (figure === undefined) {
    console.error(`Name one of ${Object.keys(FIGURES).join(', ')}.`);
    process.exitCode = 1;
  } else for (const one of figure.find(graph)) console.log(one);
}
