/**
 * Which plugins wait for which: levels that can be set up in parallel, and the cycles that make an order impossible.
 */
export interface Layers {
  /**
   * Every node stands behind all that it waits for; nodes of one level do not wait for each other. Sorted, so that two
   * runs agree.
   */
  readonly levels: readonly (readonly string[])[];
  /** Each closed way once, starting and ending with the same node. Nodes on a cycle, or behind one, are in no level. */
  readonly cycles: readonly (readonly string[])[];
}

/** Orders `nodes` by what each of them waits for. */
export function layer(nodes: Iterable<string>, waitsFor: (node: string) => Iterable<string>): Layers {
  const rest = new Map<string, Set<string>>();
  for (const node of nodes) rest.set(node, new Set(waitsFor(node)));
  for (const before of rest.values()) for (const node of before) if (!rest.has(node)) before.delete(node);

  const followers = new Map<string, string[]>([...rest.keys()].map((node) => [node, []]));
  for (const [node, before] of rest) for (const other of before) followers.get(other)?.push(node);

  const open = new Map([...rest].map(([node, before]) => [node, before.size]));
  const levels: string[][] = [];
  let level = [...rest.keys()].filter((node) => open.get(node) === 0).sort();
  while (level.length > 0) {
    levels.push(level);
    const next: string[] = [];
    for (const node of level) {
      rest.delete(node);
      for (const follower of followers.get(node) ?? []) {
        const left = (open.get(follower) ?? 0) - 1;
        open.set(follower, left);
        if (left === 0) next.push(follower);
      }
    }
    level = next.sort();
  }
  return { levels, cycles: cyclesAmong(rest) };
}

/** One shortest cycle for every node that lies on one, unless a cycle already found runs through it. */
function cyclesAmong(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const cycles: string[][] = [];
  const covered = new Set<string>();
  for (const start of [...edges.keys()].sort()) {
    if (covered.has(start)) continue;
    const cycle = shortestWayBack(start, edges);
    if (!cycle) continue;
    cycles.push(cycle);
    for (const node of cycle) covered.add(node);
  }
  return cycles;
}

function shortestWayBack(start: string, edges: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
    for (const next of [...(edges.get(node) ?? [])].sort()) {
      if (next === start) {
        const way = [start];
        for (let at: string | undefined = node; at !== undefined && at !== start; at = cameFrom.get(at))
          way.unshift(at);
        return [start, ...way];
      }
      if (!edges.has(next) || cameFrom.has(next)) continue;
      cameFrom.set(next, node);
      queue.push(next);
    }
  }
  return undefined;
}
