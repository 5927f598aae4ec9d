// `npm run structure`: what can be counted of the structure, beside its limits. `npm run structure -- NAME` lists what one
// figure counts. Fails above a limit; a part of `npm run check`.
import { join } from 'node:path';
import { FIGURES } from './structure/figures.ts';
import { productGraph } from './structure/product-graph.ts';

const graph = productGraph(join(import.meta.dirname, '..'));
const [name] = process.argv.slice(2);
if (name === undefined) {
  const counted = Object.entries(FIGURES).map(([key, { says, most, find }]) => ({
    key,
    says,
    most,
    count: find(graph).length,
  }));
  for (const { key, says, most, count } of counted)
    console.log(
      `${count > most ? 'MISSED' : 'holds '}  ${String(count).padStart(4)} of at most ${most}  ${says} (${key})`,
    );
  for (const { key, most, count } of counted)
    if (count < most) console.log(`Lower the limit of ${key} to ${count} in scripts/structure/figures.ts.`);
  process.exitCode = counted.some(({ most, count }) => count > most) ? 1 : 0;
} else {
  const figure = FIGURES[name];
  if (figure === undefined) {
    console.error(`Name one of ${Object.keys(FIGURES).join(', ')}.`);
    process.exitCode = 1;
  } else for (const one of figure.find(graph)) console.log(one);
}
