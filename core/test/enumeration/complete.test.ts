/** Everything that is installed can be tried, and a plugin that brings too little hears what it lacks, and where. */
import { t } from '@dossier/core/testing/t';
import { definePlugin, event, idText, inOrganization, topic, Type } from '@dossier/sdk';
import { installedPlan } from '@dossier/core/testing';
import type { Ground, Share } from '@dossier/core/testing';
import { gapsOf } from './gaps.ts';
import { shares } from './shares.ts';

const founded = event('clubs/founded@1', { title: 'A club was founded', schema: Type.Object({}) });
const Code = Type.String({ pattern: '^C[0-9]+$', maxLength: 10 });
const clubs = (code = Code) =>
  definePlugin({
    id: 'clubs',
    version: '1.0.0',
    kernel: '^1.0.0',
    events: [founded],
    routes: {
      find: {
        method: 'GET',
        url: '/api/v1/clubs',
        gate: inOrganization(),
        summary: 'Clubs of a town',
        query: Type.Object({ town: Type.String() }),
      },
      club: {
        method: 'GET',
        url: '/api/v1/clubs/:clubId',
        gate: inOrganization(),
        summary: 'A club',
        params: Type.Object({ clubId: idText() }),
        reply: Type.Object({ code }),
      },
      found: {
        method: 'POST',
        url: '/api/v1/clubs',
        gate: inOrganization(),
        summary: 'Found one',
        body: Type.Object({ code: Code, parentId: idText() }),
      },
    },
    graphql: { sdl: 'extend type Query { club(id: ID!): String }', fields: { 'Query.club': inOrganization() } },
    topics: [
      topic('clubs/one', {
        address: 'dossier/1/o/{organizationId}/club/{id}',
        title: 'A club',
        gate: inOrganization(),
        events: [founded],
        to: () => [],
      }),
    ],
    setup: () => undefined,
  });

const ofClubs = (gaps: readonly string[]): readonly string[] => gaps.filter((gap) => /\bclubs\b/.test(gap));

t.test('nothing of what is installed lacks what it takes to be tried', async (t) => {
  const gaps = gapsOf(await installedPlan(), shares);
  for (const gap of gaps) t.fail(gap);
  t.equal(gaps.length, 0);
});

t.test('of a plugin without a share each thing that is missing is named, with the file for it', async (t) => {
  const gaps = ofClubs(gapsOf(await installedPlan([clubs()]), shares));
  const file = '<room of clubs>/test/furnish.ts';
  for (const [of, inFile] of [
    ['clubs.find needs a query with town', true],
    ['clubs.club names something at params/clubId', true],
    ['clubs.club has a reply of which pages get no mock', false],
    ['clubs.found names something at body/parentId', true],
    ['clubs.found takes a body', true],
    ['clubs.found changes something', false],
    ['clubs.Query.club names something at', true],
    ['The topic clubs/one names one of clubs', true],
  ] as const)
    t.ok(
      gaps.some((gap) => gap.startsWith(of) && gap.includes(file) === inFile),
      of,
    );
  t.equal(gaps.length, 8, gaps.join('\n'));
});

t.test('with its share, and a schema that says an example, it lacks only what its spec lacks', async (t) => {
  const share: Share = {
    makes: { organization: { clubs: (at) => at.made('/api/v1/clubs', { code: 'C1' }) } },
    kinds: { clubId: 'clubs', parentId: 'clubs' },
    bodies: { found: async (at) => ({ code: 'C2', parentId: await at.id('clubs') }) },
    queries: { find: { town: 'Ghent' } },
  };
  const told = async (share: Share): Promise<readonly string[]> =>
    ofClubs(
      gapsOf(
        await installedPlan([clubs(Type.String({ ...Code, examples: ['C7'] }))]),
        new Map([...shares, ['clubs', share]]),
      ),
    );
  t.match(await told(share), [/^clubs.found changes something/]);
  t.match(await told({ ...share, bodies: { found: { code: '2' } }, absent: ['lost'] }), [
    /^The body of clubs.found/,
    /^clubs.found changes something/,
    /names lost/,
  ]);
  const comments = { ...share.makes, workspace: { comments: (at: Ground) => at.made('/api/v1/clubs', {}) } };
  t.match(await told({ ...share, makes: comments }), [/^clubs.found changes something/, /comments is made already/]);
});
