import { listening } from './listening.ts';
import { ops } from './ops.ts';
import type { Ops, OpsOptions } from './ops.ts';

export interface RunningOps extends Omit<Ops, 'handle'> {
  /** What stands for `https://ops.epo.org`: the service is below `/3.2/` of it. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts the simulated Open Patent Services on this machine, on a free port unless one is given. `calls` holds every
 * call that reached it, so that a test can show that a cached read makes none.
 */
export async function startOps({
  port = 0,
  ...options
}: OpsOptions & { readonly port?: number } = {}): Promise<RunningOps> {
  const { handle, ...service } = ops(options);
  return { ...service, ...(await listening(handle, port)) };
}
