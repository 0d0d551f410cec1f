import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import {
  all,
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
import { bankCast } from './bank/cast.ts';
import { demoCasts, Demonstration, seedDemo } from './contract.ts';
import { fileFor, refreshAddresses } from './description.ts';
import { DemoStepEntity } from './entities.ts';
import { migrations } from './migrations/index.ts';
import { createProgress } from './progress.ts';
import { createSeed } from './seed.ts';
import type { Seed } from './seed.ts';

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
    casts: all(demoCasts),
  },
  points: [demoCasts],
  extends: [contributions(commands, 'seed'), contributions(demoCasts, 'BANK')],
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
        'Set up a demonstration organization with people and applications, of type BANK unless another is asked for; a second call adds nothing',
      body: Type.Object(
        {
          slug: Type.Optional(Type.String({ minLength: 1, maxLength: 63 })),
          type: Type.Optional(
            Type.String({ minLength: 1, maxLength: 63, description: 'Of the organization, of which there is a cast.' }),
          ),
        },
        { additionalProperties: false },
      ),
      reply: Demonstration,
      status: 200,
      problems: {
        409: 'The address belongs to an organization that is no demonstration, or one of another type (`slug-taken`)',
      },
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
      seed: async ({ body }) => respond(await seed(body), { headers: { 'cache-control': 'no-store' } }),
    });
    plugin.contribute(demoCasts, 'BANK', { open: 'to members' }, bankCast(needs));
    plugin.contribute(
      commands,
      'seed',
      { open: 'to members' },
      {
        summary: 'Set up a demonstration organization: seed [--type TYPE] [--slug NAME]',
        async run(args, print) {
          const asked = askedIn(args);
          if (asked === undefined) {
            print('Write: dossier seed [--type TYPE] [--slug NAME]');
            return 2;
          }
          const types = needs.casts.installed().map(({ id }) => id);
          if (asked.type !== undefined && !types.includes(asked.type)) {
            print(`There is no demonstration of type ${asked.type}. There are: ${types.join(', ')}.`);
            return 2;
          }
          const { organization, users } = await seed(asked);
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
      const { baseUrl, organization, users } = await seed();
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

/** Undefined for what cannot be understood. */
function askedIn(args: readonly string[]): Parameters<Seed>[0] {
  try {
    const { values } = parseArgs({ args: [...args], options: { slug: { type: 'string' }, type: { type: 'string' } } });
    return values.slug === '' || values.type === '' ? undefined : values;
  } catch {
    return undefined;
  }
}
