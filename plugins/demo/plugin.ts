import { basename } from 'node:path';
import {
  Clock,
  commands,
  contributions,
  Database,
  definePlugin,
  Installation,
  Registry,
  respond,
  tenantTable,
  Type,
} from '@dossier/sdk';
import { AccessAdministration } from '@dossier/core/platform/access/contract';
import { ApiKeys } from '@dossier/core/platform/api-keys/contract';
import { Applications } from '@dossier/core/platform/applications/contract';
import { Documents } from '@dossier/core/platform/documents/contract';
import { People } from '@dossier/core/platform/people/contract';
import { UserProfileSchemas } from '@dossier/core/platform/profiles/contract';
import { Templates } from '@dossier/core/platform/templates/contract';
import { Tenancy } from '@dossier/core/platform/tenancy/contract';
import { Workflow } from '@dossier/core/platform/workflow/contract';
import { Credentials } from '@dossier/sign-in/contract';
import { Demonstration, seedDemo } from './contract.ts';
import { fileFor, refreshAddresses } from './description.ts';
import { DemoStepEntity } from './entities.ts';
import { migrations } from './migrations/index.ts';
import { createProgress } from './progress.ts';
import { createSeed } from './seed.ts';

/** The slug of the demonstration that an installation sets up by itself. */
const usualSlug = 'demo';

export default definePlugin({
  id: 'demo',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: {
    database: Database,
    clock: Clock,
    installation: Installation,
    registry: Registry,
    tenancy: Tenancy,
    grants: AccessAdministration,
    people: People,
    credentials: Credentials,
    templates: Templates,
    applications: Applications,
    workflow: Workflow,
    documents: Documents,
    keys: ApiKeys,
    profiles: UserProfileSchemas,
  },
  extends: [contributions(commands, 'seed')],
  permissions: [seedDemo],
  tables: [tenantTable(DemoStepEntity)],
  migrations,
  routes: {
    seed: {
      method: 'POST',
      resource: null,
      url: '/api/v1/installation/seed',
      gate: { scope: 'installation', permission: seedDemo },
      summary:
        'Set up a demonstration organization of type BANK with five clients and five applications; a second call adds nothing',
      body: Type.Object(
        { slug: Type.Optional(Type.String({ minLength: 1, maxLength: 63 })) },
        { additionalProperties: false },
      ),
      reply: Demonstration,
      status: 200,
      problems: { 409: 'The address belongs to an organization that is no demonstration (`slug-taken`)' },
    },
  },
  setup(needs, plugin) {
    const { installation } = needs;
    const seed = createSeed({
      ...needs,
      progress: createProgress(needs),
      system: plugin.asSystem,
    });

    plugin.routes({
      seed: async ({ body }) =>
        respond(await seed(body.slug ?? usualSlug), { headers: { 'cache-control': 'no-store' } }),
    });
    plugin.contribute(
      commands,
      'seed',
      { open: 'to members' },
      {
        summary: 'Set up a demonstration organization: seed [--slug NAME]',
        async run(args, print) {
          const slug = slugOf(args);
          if (slug === undefined) {
            print('Write: dossier seed [--slug NAME]');
            return 2;
          }
          const { organization, users } = await seed(slug);
          print(
            `The demonstration "${organization.slug}" is set up, with ${users.length} people. Their passwords are in ${basename(await fileFor(installation.dataDir, organization.slug))} in the data directory.`,
          );
          return 0;
        },
      },
    );
    plugin.ready(async () => {
      const address = installation.knownUrl();
      if (address !== null) await refreshAddresses(installation.dataDir, address);
      if (!installation.demo) return;
      const { baseUrl, organization, users } = await seed(usualSlug);
      plugin.log.info(
        {
          url: `${baseUrl}/p/${organization.slug}/orgs`,
          officer: users.find((user) => user.role === 'officer')?.email,
        },
        'The demonstration is open. E-mail addresses and passwords are in demo.json in the data directory.',
      );
    });
  },
});

function slugOf(args: readonly string[]): string | undefined {
  if (args.length === 0) return usualSlug;
  const [first = '', second] = args;
  const slug =
    first === '--slug' && args.length === 2
      ? second
      : first.startsWith('--slug=') && args.length === 1
        ? first.slice('--slug='.length)
        : undefined;
  return slug || undefined;
}
