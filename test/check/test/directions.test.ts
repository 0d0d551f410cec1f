import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { t } from '@dossier/core/testing/t';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const nothing = 'export const nothing = 0;\n';
const from = (...paths: string[]) =>
  paths.map((path, i) => `import { nothing as n${i} } from '${path}';\nvoid n${i};\n`).join('') + nothing;
const types = (path: string) =>
  `import type { nothing } from '${path}';\nexport type Nothing = typeof nothing;\n` + nothing;

/** Names of the rules that a tree of files breaks, with the file that breaks each. */
function broken(tree: string): { rules: readonly string[]; text: string } {
  const tool = `${root}node_modules/dependency-cruiser/bin/dependency-cruise.mjs`;
  const { stdout } = spawnSync(
    process.execPath,
    [
      tool,
      '--config',
      `${root}test/check/dependency-rules.cjs`,
      '--output-type',
      'err-long',
      'config',
      'sdk',
      'core',
      'plugins',
      'web',
      'test',
    ],
    { cwd: tree, encoding: 'utf8' },
  );
  return {
    text: stdout,
    rules: [...stdout.matchAll(/error (\S+): (\S+)/g)].map(([, rule, file]) => `${rule}: ${file}`).sort(),
  };
}

const house = {
  'tsconfig.json': '{ "compilerOptions": { "module": "NodeNext", "allowImportingTsExtensions": true } }',
  config: { 'index.ts': nothing },
  sdk: { src: { 'index.ts': nothing }, web: { 'index.ts': nothing } },
  core: {
    'main.ts': from('./kernel/host.ts', '../config/index.ts'),
    kernel: {
      'host.ts': from('../../sdk/src/index.ts', '../../config/index.ts'),
      test: { 'host.test.ts': from('../host.ts', '../../testing/index.ts') },
    },
    facilities: {
      http: { 'server.ts': from('../../kernel/host.ts', '../events/index.ts') },
      events: { 'index.ts': from('./log.ts'), 'log.ts': nothing },
    },
    boot: { 'assembly.ts': from('../kernel/host.ts', '../facilities/http/server.ts') },
    testing: { 'index.ts': from('../kernel/host.ts') },
    platform: {
      people: {
        'contract.ts': from('../../../sdk/src/index.ts'),
        'plugin.ts': from('./contract.ts', './users.ts'),
        'users.ts': nothing,
      },
      workflow: {
        'contract.ts': from('../people/contract.ts'),
        'plugin.ts': from('../people/contract.ts', './contract.ts'),
        test: { 'workflow.test.ts': from('../plugin.ts', '../../people/plugin.ts', '../../../testing/index.ts') },
      },
    },
  },
  plugins: {
    ai: {
      'contract.ts': from('../../sdk/src/index.ts'),
      'plugin.ts': from('../../core/platform/people/contract.ts', './contract.ts'),
      web: {
        'index.ts': from('../../../sdk/web/index.ts', './panel.ts') + types('../contract.ts').split('\n')[0],
        'panel.ts': nothing,
      },
    },
  },
  web: { src: { 'main.ts': from('../../sdk/web/index.ts') } },
  test: { 'all.test.ts': from('../core/testing/index.ts', '../plugins/ai/plugin.ts') },
};

t.test('a house in order breaks no rule', async (t) => {
  const { rules, text } = broken(t.testdir(house));
  t.same(rules, [], text);
});

t.test('each import that goes the wrong way is named, with the sentence that explains the rule', async (t) => {
  const { rules, text } = broken(
    t.testdir({
      ...house,
      config: { 'index.ts': from('../sdk/src/index.ts') },
      sdk: {
        src: { 'index.ts': nothing, 'reaches.ts': from('../../core/kernel/host.ts') },
        web: { 'index.ts': nothing },
      },
      core: {
        ...house.core,
        'main.ts': from('./platform/people/plugin.ts'),
        kernel: {
          'host.ts': from('../platform/people/contract.ts', '../facilities/http/server.ts'),
          'a.ts': from('./b.ts'),
          'b.ts': from('./a.ts'),
          'lost.ts': from('./nowhere.ts'),
        },
        facilities: {
          http: { 'server.ts': from('../../boot/assembly.ts', '../events/log.ts') },
          events: { 'log.ts': nothing },
        },
        boot: { 'assembly.ts': from('../platform/people/contract.ts') },
        platform: {
          people: {
            'contract.ts': from('./users.ts'),
            'plugin.ts': from('../../../config/index.ts'),
            'users.ts': nothing,
          },
          workflow: {
            'contract.ts': nothing,
            'plugin.ts': from('../people/users.ts', '../../testing/index.ts', './test/help.ts'),
            test: { 'help.ts': nothing },
          },
        },
      },
      plugins: {
        ai: {
          'contract.ts': nothing,
          'plugin.ts': from(
            '../../core/platform/people/users.ts',
            '../../config/index.ts',
            '../../core/kernel/host.ts',
          ),
          web: { 'index.ts': from('../contract.ts') },
        },
      },
      web: {
        src: {
          'main.ts': from('../../sdk/src/index.ts'),
          'page.ts': types('../../core/platform/people/contract.ts'),
        },
      },
    }),
  );
  t.same(
    [...new Set(rules.map((rule) => rule.split(':')[0]))].sort(),
    [
      'boot-knows-no-domain',
      'config-stands-alone',
      'contracts-have-no-behaviour',
      'elements-run-in-the-browser',
      'facilities-know-no-domain',
      'facilities-meet-at-their-index',
      'imports-exist',
      'kernel-knows-no-domain',
      'main-knows-no-plugin',
      'modules-meet-at-contracts',
      'no-cycle',
      'nothing-stands-on-tests',
      'only-main-starts-the-kernel',
      'platform-uses-the-plugin-api',
      'plugins-meet-at-contracts',
      'plugins-use-the-plugin-api',
      'sdk-stands-alone',
      'shell-names-no-module',
      'shell-uses-the-web-kit',
      'the-harness-is-for-tests',
    ],
    text,
  );
  t.match(text.replace(/\s+/g, ' '), 'The SDK is published for plugin authors and stands on nothing of ours');
});
