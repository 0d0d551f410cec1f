import { t } from '@dossier/core/testing/t';
import { platformOnPostgres } from '../../../../test/servers/postgres.ts';
import { testPlatform } from '@dossier/core/testing';
import { stage } from './stage.ts';

const rounds = 6;
const postgres = await platformOnPostgres(t);

t.test('on PostgreSQL, where two requests are truly at the same time', { skip: postgres === null }, async (t) => {
  const platform = await testPlatform({ env: postgres! });
  t.teardown(() => platform.stop());
  const {
    admin: { client: admin },
    house,
    team,
  } = await stage(platform, 'endings');
  const lending = await house.workspace('Lending', 'STAFF');

  await t.test(
    'what is given to a team that is being removed goes with it, or is refused as to an unknown team',
    async (t) => {
      for (let round = 0; round < rounds; round++) {
        const { id } = await team(`Short-lived ${round}`);
        const remove = () => admin.delete(`/api/v1/teams/${id}`);
        const give = () =>
          round % 2 === 0
            ? admin.post(`/teams/${id}/roles`, { name: 'Late', description: '', permissions: [] })
            : admin.put(`/api/v1/teams/${id}/workspaces/${lending}`);
        const [given, removed] = await Promise.all([give(), remove()]);
        t.equal(removed!.status, 204);
        t.ok([201, 204, 404].includes(given!.status), `${given!.status} ${given!.text}`);
      }
      t.notMatch((await admin.get('/api/v1/teams')).text, /Short-lived/);
    },
  );

  await t.test('a workspace that is being archived has no team afterwards', async (t) => {
    for (let round = 0; round < rounds; round++) {
      const { id } = await team(`Lasting ${round}`);
      const workspace = await house.workspace(`Pilot ${round}`, 'STAFF');
      const [archived, assigned] = await Promise.all([
        admin.delete(`/api/v1/workspaces/${workspace}`),
        admin.put(`/api/v1/teams/${id}/workspaces/${workspace}`),
      ]);
      t.equal(archived!.status, 204);
      t.ok([204, 404].includes(assigned!.status), String(assigned!.status));
    }
    t.notMatch((await admin.get('/api/v1/teams')).text, /Pilot/);
  });

  await t.test(
    'what is ticked for a team while it is taken out of the workspace is not there when it comes back',
    async (t) => {
      const { id, roles } = await team('Coming and going');
      const [place, access] = [`/api/v1/teams/${id}/workspaces/${lending}`, `/api/v1/workspaces/${lending}/access`];
      for (let round = 0; round < rounds; round++) {
        await admin.put(place);
        const [ticked, gone] = await Promise.all([
          admin.put(access, {
            grants: [{ teamRoleId: roles['Member'], permission: 'applications.read', granted: true }],
          }),
          admin.delete(place),
        ]);
        t.equal(gone!.status, 204);
        t.ok([200, 404].includes(ticked!.status), `${ticked!.status} ${ticked!.text}`);
        await admin.put(place);
        t.same((await admin.get(access)).body.grants, []);
        await admin.delete(place);
      }
    },
  );
});
