/**
 * Finds the circles of a graph: its strongly connected components of two nodes and more, each sorted, the largest first.
 * By Tarjan’s algorithm (Depth-First Search and Linear Graph Algorithms, 1972).
 */
export function findCircles(edges: readonly (readonly [from: string, to: string])[]): string[][] {
  const next = Map.groupBy(edges, ([from]) => from);
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): number => {
    const own = index.size;
    index.set(node, own);
    low.set(node, own);
    open.push(node);
    for (const [, to] of next.get(node) ?? []) {
      const seen = index.get(to);
      const reached = seen === undefined ? visit(to) : open.includes(to) ? seen : own;
      low.set(node, Math.min(low.get(node) ?? own, reached));
    }
    if (low.get(node) === own) {
      const circle = open.splice(open.indexOf(node));
      if (circle.length > 1) circles.push(circle.toSorted());
    }
    return low.get(node) ?? own;
  };
  for (const node of next.keys()) if (!index.has(node)) visit(node);
  return circles.toSorted((one, other) => other.length - one.length);
}
