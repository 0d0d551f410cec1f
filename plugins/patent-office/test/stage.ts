/** What tests of the patent office begin with: an office that is simulated, and organizations with accounts there. */
import { bank, letterBox, testPlatform } from '@dossier/core/testing';
import type { Bank, Json, TestAnswer, TestClient, TestPlatform } from '@dossier/core/testing';
import { startOps, unhurried } from '@dossier/patent-simulator/testing';
import type { LoggedCall, RunningOps } from '@dossier/patent-simulator/testing';

export interface Stage {
  readonly platform: TestPlatform;
  readonly ops: RunningOps;
  /** Of type PATENT, each with an account of its own. */
  readonly penrow: Bank;
  readonly hale: Bank;
  readonly letters: ReturnType<typeof letterBox>;
  stop(): Promise<void>;
}

/** Calls that a credit is for: every one but those for tokens. */
export const asked = (ops: Pick<RunningOps, 'calls'>, key = 'key-of-penrow'): readonly LoggedCall[] =>
  ops.calls().filter((call) => call.key === key && !call.path.includes('/auth/'));

/** Those of them that were answered. */
export const answered = (ops: Pick<RunningOps, 'calls'>, key?: string): number =>
  asked(ops, key).filter(({ status }) => status === 200).length;

/** `credits` is what each organization may use in a month. */
export async function stage(o: { readonly credits?: number } = {}): Promise<Stage> {
  const ops = await startOps({ limits: unhurried });
  const letters = letterBox();
  const platform = await testPlatform({
    plugins: [
      letters.plugin,
      '@dossier/workflow-handlers',
      '@dossier/notifications',
      '@dossier/reports',
      '@dossier/patent-simulator',
      '@dossier/patent-office',
    ],
    env: { PATENT_OFFICE_URL: ops.url, PATENT_OFFICE_CREDITS: String(o.credits ?? 2_000) },
  });
  const withAccount = async (slug: string): Promise<Bank> => {
    const made = await bank(platform, slug, 'PATENT');
    const [key, secret] = [`key-of-${slug}`, `secret-of-${slug}`];
    ops.control.account(key, secret);
    const answer = await made.admin.put('/api/v1/integrations/patent-office', { values: { key, secret } });
    if (answer.status !== 200) throw new Error(answer.text);
    return made;
  };
  return {
    platform,
    ops,
    letters,
    penrow: await withAccount('penrow'),
    hale: await withAccount('hale'),
    async stop() {
      await platform.stop();
      await ops.close();
    },
  };
}

export const inside = ({ staffWorkspace }: Bank): string => `/api/v1/workspaces/${staffWorkspace}/patents`;

/** An application that halts, so that it stays open. */
export async function submitted(at: Bank): Promise<string> {
  const template = await at.template(['DocumentCompletenessCheckHandler']);
  const answer = await at.key.post(
    '/api/v1/applications',
    at.record(template, { primary: at.client.email, answers: {} }),
  );
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id;
}

export const search = (at: Bank, o: object, who: TestClient = at.officer): Promise<TestAnswer> =>
  who.post(`${inside(at)}/search`, o);

export const parts = (
  at: Bank,
  number: string,
  wanted: readonly string[],
  who: TestClient = at.officer,
): Promise<TestAnswer> => who.post(`${inside(at)}/${encodeURIComponent(number)}/fetch`, { parts: wanted });

export const credits = async (at: Bank, who: TestClient = at.officer): Promise<Json> => {
  const answer = await who.get('/api/v1/patents/credits');
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
};

/** Numbers of what was found. */
export const numbers = ({ body }: TestAnswer): readonly string[] => body.results.map(({ number }: Json) => number);
