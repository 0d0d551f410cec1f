/**
 * Which way things depend. A broken rule is printed with its comment: the sentence that explains it.
 * @type {import('dependency-cruiser').IConfiguration}
 */
const tests = '(^|/)test/|[.]test[.]ts$';
const harness = '^core/testing/|^plugins/[^/]+/testing[.]ts$';
// Parts of the harness that load nothing else of ours. Production cannot import them, by the rule on the harness.
const bareHarness = '^core/testing/(t|seed|waiting)[.]ts$';
const entry = '^core/[^/]+[.](ts|js)$';
const packages = '(^|/)node_modules/';
// The form as it is filled in, alike on the server and in browsers: it imports nothing of either.
const form = '^core/platform/templates/form/index[.]ts$';
const notTypes = { dependencyTypesNot: ['type-only'] };

const rule = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });

module.exports = {
  forbidden: [
    rule(
      'config-stands-alone',
      'Configuration is read before anything else exists, so config/ imports nothing of ours; its tests take the bare harness.',
      { path: '^config/' },
      { path: '^(sdk|core|plugins|web|test)/', pathNot: bareHarness },
    ),
    rule(
      'sdk-stands-alone',
      'The SDK is published for plugin authors and stands on nothing of ours: move what it needs into it, or turn the need into a token.',
      { path: '^sdk/' },
      { path: '^(config|core|plugins|web|test)/', pathNot: bareHarness },
    ),
    rule(
      'kernel-knows-no-domain',
      'The kernel runs plugins and knows none of them, and no facility either: core/kernel imports sdk and config only. What it must learn from a module comes through a token or an extension point of the SDK; what it must do for a kind of registration, through the facility of it.',
      { path: '^core/kernel/', pathNot: tests },
      { path: '^(core/(?!kernel/)|plugins/|web/|test/)', pathNot: packages },
    ),
    rule(
      'facilities-know-no-domain',
      'A facility serves what plugins register and knows none of them: it imports the kernel, other facilities, sdk and config.',
      { path: '^core/facilities/', pathNot: tests },
      { path: '^(core/(?!kernel/|facilities/)|plugins/|web/|test/)', pathNot: packages },
    ),
    rule(
      'facilities-meet-at-their-index',
      'A facility is known to others by its index.ts alone, so that everything behind it may change: export there what another one uses.',
      { path: '^core/facilities/([^/]+)/', pathNot: tests },
      { path: '^core/facilities/', pathNot: ['^core/facilities/$1/', '^core/facilities/[^/]+/index[.]ts$'] },
    ),
    rule(
      'boot-knows-no-domain',
      'Boot puts kernel and facilities together for whatever is installed: modules and plugins reach it as a list, through no import.',
      { path: '^core/boot/', pathNot: tests },
      { path: '^(core/(?!kernel/|facilities/|boot/)|plugins/|web/|test/)', pathNot: packages },
    ),
    rule(
      'main-knows-no-plugin',
      'The entry loads plugins by the names listed in config/ and imports none, so that installing one never changes core.',
      { path: [entry, '^core/commands/'] },
      { path: '^(core/platform|plugins)/' },
    ),
    rule(
      'only-main-starts-the-kernel',
      "Nobody but the entry with its commands, the harness and the kernel's own tests imports core/kernel, core/facilities and core/boot: what plugins and modules may use stands in @dossier/sdk, what other tests need in core/testing.",
      {
        pathNot: [
          '^core/(kernel|facilities|boot|testing|test|commands)/',
          entry,
          '^test/bench/(plan|permission)[.]ts$',
        ],
      },
      { path: '^core/(kernel|facilities|boot)/' },
    ),
    rule(
      'platform-uses-the-plugin-api',
      'A platform module is written like any plugin, with @dossier/sdk and the contracts of its siblings: what it cannot do with them, a third party cannot do either, so extend the SDK.',
      { path: '^core/platform/' },
      // Its pages are tried in the browser that tests of the shell start.
      { path: '^(config|plugins|web|core/[^/]+[.](ts|js)$)', pathNot: ['/contract[.]ts$', '^web/test/'] },
    ),
    rule(
      'plugins-use-the-plugin-api',
      'A plugin is written with @dossier/sdk and contracts only: it reads settings from its spec, not from config/, and reaches neither the entry nor the shell.',
      { path: '^plugins/' },
      { path: '^(config/|web/(?!test/)|core/[^/]+[.](ts|js)$)' },
    ),
    rule(
      'pages-are-tried-by-tests',
      'What starts the shell in a browser is for tests: nothing that is served imports it.',
      { path: '^(plugins/|core/platform/)', pathNot: '/test/' },
      { path: '^web/test/' },
    ),
    rule(
      'modules-meet-at-contracts',
      'A module is known to others by its contract.ts alone (tokens, points, events, features, types), so that everything behind it may change. The engine of forms has a door of its own, templates/form/index.ts: it is pure, and both sides need it.',
      { path: '^core/platform/([^/]+)/', pathNot: tests },
      { path: '^core/platform/', pathNot: ['^core/platform/$1/', '/contract[.]ts$', form] },
    ),
    rule(
      'plugins-meet-at-contracts',
      'A plugin knows modules and other plugins by their contract.ts alone (tokens, points, events, features, types), so that everything behind it may change.',
      { path: '^plugins/([^/]+)/', pathNot: tests },
      { path: '^(core/platform|plugins)/', pathNot: ['^plugins/$1/', '/contract[.]ts$'] },
    ),
    rule(
      'contracts-have-no-behaviour',
      'A contract is imported by everybody, so it imports only the SDK and other contracts.',
      { path: '^(core/platform|plugins)/[^/]+/contract[.]ts$' },
      { path: '^(config|core|plugins|web)/', pathNot: ['/contract[.]ts$', packages] },
    ),
    rule(
      'shell-uses-the-web-kit',
      'The shell runs in the browser and stands on @dossier/sdk/web; what it shows of modules and plugins comes through their manifests.',
      { path: '^web/', pathNot: [tests, '^web/build'] },
      { path: '^(config|core|plugins|test|sdk/(?!web/))', pathNot: packages, ...notTypes },
    ),
    rule(
      'shell-names-no-module',
      'The shell is what every installation has: sign-in, the choice of an organization, the frames, theme, API and live updates. A page belongs to its module, in its web folder, and stands in a slot by its plugin.ts; not even a type of a module is imported here.',
      { path: '^web/src/' },
      { path: '^(core|plugins)/', pathNot: packages },
    ),
    rule(
      'elements-run-in-the-browser',
      'A web element is loaded alone by the browser: it imports @dossier/sdk/web, files of its own web folder and the engine of forms (templates/form/index.ts), and of everything else types only.',
      { path: '^((?:core/platform|plugins)/[^/]+/web)/', pathNot: tests },
      { path: '^(config|core|plugins|web|test|sdk/(?!web/))', pathNot: ['^$1/', packages, form], ...notTypes },
    ),
    rule(
      'the-harness-is-for-tests',
      'core/testing and what plugins offer as testing.ts start things that production never starts: only tests and benchmarks import them.',
      { pathNot: [tests, harness] },
      { path: harness },
    ),
    rule(
      'nothing-stands-on-tests',
      'Tests are at the end of every path: nothing that serves imports them.',
      { pathNot: [tests, harness] },
      { path: tests, pathNot: packages },
    ),
    rule(
      'no-cycle',
      'Two files that need each other are one idea in two places, or an idea without a place: move what both need into a third.',
      {},
      { circular: true, viaOnly: notTypes },
    ),
    rule(
      'imports-exist',
      'The import leads nowhere: the file is gone, or the package does not stand in the package.json of this room.',
      {},
      { couldNotResolve: true },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|coverage|[.]tap)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.d.ts', '.json'],
    },
  },
};
