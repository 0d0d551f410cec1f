/** What the tests of refusals share: a kernel with the probe, a good body for it, and the form of every refusal. */
import type { Test } from 'tap';
import { testKernel } from '@dossier/core/testing';
import type { TestAnswer, TestKernel } from '@dossier/core/testing';
import { probe, probePlugin, probing } from './probe.ts';

/** A kernel in which ada may use the probe, and eve may not. */
export const booted = (): Promise<TestKernel> =>
  testKernel({
    plugins: [probePlugin()],
    workspace: { on: [probing], grants: { ada: [probe], eve: [] }, keys: { partner: [probe] } },
  });

/** A body that the probe takes. */
export const good = { name: 'a', size: 1, kind: 'A' };

/** Every refusal has one form, and nothing of the server's inside. */
export const isProblem = (t: Test, answer: TestAnswer, status: number, code: string): void => {
  t.equal(answer.status, status);
  t.match(answer.headers, { 'content-type': /^application\/problem\+json/, 'cache-control': 'no-store' });
  t.match(answer.body, { type: code, code, status, title: /\w/, detail: /\w+ .*[.!]$/ });
  t.notMatch(answer.text, /secret|\bat .*:\d+:\d+|node_modules|FST_|10\.0\.0\.5|stack/i);
};
