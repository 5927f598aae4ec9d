// The diagram of the groups in docs/map.md.
import { GROUPS } from '../layers.ts';
import { domainOf } from './product-graph.ts';

const DIAGRAM = /(?<=<!-- groups -->\n).*(?=<!-- \/groups -->)/s;

/** Draws the groups as a stack with the lowest one at the bottom, each with its domains of all sides. */
export function groupDiagram(files: Iterable<string>): string {
  const byGroup = Map.groupBy(files, (file) => file.split('/')[1] ?? '');
  const width = Math.max(...GROUPS.map((group) => group.length));
  const lines = GROUPS.map((group) => {
    const domains = new Set((byGroup.get(group) ?? []).map(domainOf).filter((domain) => domain !== ''));
    return `${group.padEnd(width)} │ ${[...domains].toSorted().join(' ')}`.trimEnd();
  });
  return lines.toReversed().join('\n');
}

/** Returns the text of docs/map.md with a current diagram between the markers. */
export function withDiagram(map: string, files: Iterable<string>): string {
  if (!DIAGRAM.test(map)) throw new Error('docs/map.md needs the markers <!-- groups --> and <!-- /groups -->.');
  return map.replace(DIAGRAM, () => `\n\`\`\`text\n${groupDiagram(files)}\n\`\`\`\n\n`);
}
