import type { StartTimes } from '../kernel/index.ts';

/** The start as a tree of times, plain text, then every plugin that is not ready and why. */
export function bootReport(o: StartTimes): string {
  const states = [...o.states];
  const counts = new Map<string, number>();
  for (const [, { state }] of states) counts.set(state, (counts.get(state) ?? 0) + 1);
  const lines = [
    `kernel ${o.version}: ${[...counts].map(([state, n]) => `${n} ${state}`).join(', ') || 'no plugins'} after ${o.total} ms`,
  ];

  const phases = (['setup', 'start', 'ready'] as const)
    .map((phase) => ({
      phase,
      moments: o.moments.filter((moment) => moment.phase === phase).sort((a, b) => a.from - b.from),
    }))
    .filter(({ moments }) => moments.length > 0);
  const width = Math.max(0, ...o.moments.map((moment) => moment.plugin.length));
  phases.forEach(({ phase, moments }, i) => {
    const last = i === phases.length - 1;
    const from = Math.min(...moments.map((moment) => moment.from));
    const to = Math.max(...moments.map((moment) => moment.from + moment.took));
    lines.push(`${last ? '└' : '├'}─ ${phase} ${to - from} ms`);
    moments.forEach((moment, k) =>
      lines.push(
        `${last ? ' ' : '│'}  ${k === moments.length - 1 ? '└' : '├'}─ ${moment.plugin.padEnd(width)}  ${moment.took} ms, from ${moment.from} ms`,
      ),
    );
  });
  for (const [id, state] of states) {
    if (state.state === 'failed')
      lines.push(
        `! ${id} failed in ${state.phase}: ${state.reason}${state.retryAt ? ` (tried again at ${state.retryAt.toISOString()})` : ''}`,
      );
    if (state.state === 'starting') lines.push(`! ${id} is still being set up`);
    if (state.state === 'blocked') lines.push(`! ${id} is blocked by ${state.by.join(', ')}`);
    if (state.state === 'degraded') lines.push(`! ${id} is degraded: ${state.checks.join(', ')}`);
  }
  return lines.join('\n');
}
