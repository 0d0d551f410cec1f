import { t } from '@dossier/core/testing/t';
import {
  baseOf,
  boxKey,
  changeOf,
  countOf,
  isGranted,
  noDraft,
  rebased,
  withBoxes,
  withFeature,
} from '../matrix/draft.ts';
import type { Matrix } from '../matrix/matrix.types.ts';
import { groupsOf, stateOf, teamsOf } from '../matrix/rows.ts';

const matrix: Matrix = {
  version: 'one',
  changes: [],
  features: [{ id: 'loans', title: 'Loans', description: '', on: true, requires: [], changed: null }],
  roles: [
    { id: 'a', teamId: 't1', teamName: 'Officers', name: 'Owner' },
    { id: 'b', teamId: 't1', teamName: 'Officers', name: 'Member' },
    { id: 'c', teamId: 't2', teamName: 'Clerks', name: 'Member' },
  ],
  permissions: [
    { id: 'read', title: 'Read', feature: null, featureTitle: null },
    { id: 'approve', title: 'Approve loans', feature: 'loans', featureTitle: 'Loans' },
    { id: 'print', title: 'Print', feature: 'loans', featureTitle: 'Loans' },
  ],
  grants: [
    { teamRoleId: 'a', permission: 'read' },
    { teamRoleId: 'b', permission: 'read' },
    { teamRoleId: 'c', permission: 'read' },
    { teamRoleId: 'a', permission: 'approve' },
  ],
};
const base = baseOf(matrix);
const titles = (filter: { search: string; differences: boolean }, draft = noDraft): readonly string[] =>
  groupsOf(base, draft, filter).flatMap((group) => group.permissions.map((one) => one.title));

t.test('what is ticked and unticked again is no change', async (t) => {
  const key = boxKey('b', 'approve');
  const ticked = withBoxes(base, noDraft, [key], true);
  t.equal(isGranted(base, ticked, key), true);
  t.same(changeOf(ticked), { grants: [{ teamRoleId: 'b', permission: 'approve', granted: true }] });
  t.equal(countOf(withBoxes(base, ticked, [key], false)), 0);
  t.equal(countOf(withBoxes(base, noDraft, [boxKey('a', 'approve')], true)), 0, 'a box that is ticked already');
  const off = withFeature(base, noDraft, 'loans', false);
  t.same(changeOf(off), { features: [{ id: 'loans', on: false }], grants: [] });
  t.equal(countOf(withFeature(base, off, 'loans', true)), 0);
});

t.test('a group is ticked in all, some or none of its boxes', async (t) => {
  const keys = [boxKey('a', 'approve'), boxKey('a', 'print')];
  t.equal(stateOf(base, noDraft, keys), 'some');
  t.equal(stateOf(base, withBoxes(base, noDraft, keys, true), keys), 'all');
  t.equal(stateOf(base, withBoxes(base, noDraft, keys, false), keys), 'none');
});

t.test('rows are searched by permission and feature, and those in which roles are alike can be hidden', async (t) => {
  t.same(titles({ search: ' LOANS ', differences: false }), ['Approve loans', 'Print']);
  t.same(titles({ search: '', differences: true }), ['Approve loans']);
  const changed = withBoxes(base, noDraft, [boxKey('b', 'approve'), boxKey('c', 'approve')], true);
  t.same(
    titles({ search: '', differences: true }, changed),
    ['Approve loans'],
    'a row does not go from under the hand that made it alike',
  );
  t.same(
    groupsOf(base, noDraft, { search: '', differences: false }).map((group) => group.title),
    ['General', 'Loans'],
  );
  t.same(
    teamsOf(matrix.roles).map((team) => [team.name, team.roles.length]),
    [
      ['Officers', 2],
      ['Clerks', 1],
    ],
  );
});

t.test(
  'somebody else’s save keeps one’s own changes, drops what it made true or took away, and tells what it changed',
  async (t) => {
    const mine = withFeature(
      base,
      withBoxes(base, noDraft, [boxKey('b', 'approve'), boxKey('b', 'print'), boxKey('c', 'print')], true),
      'loans',
      false,
    );
    const after = baseOf({
      ...matrix,
      version: 'two',
      roles: matrix.roles.slice(0, 2),
      grants: [
        ...matrix.grants.slice(1, 2),
        { teamRoleId: 'a', permission: 'approve' },
        { teamRoleId: 'b', permission: 'approve' },
      ],
    });
    const { draft, theirs } = rebased(base, after, mine);
    t.same(
      [...draft.boxes],
      [[boxKey('b', 'print'), true]],
      'not what is so already, nor the box of a role that has gone',
    );
    t.same([...draft.features], [['loans', false]]);
    t.same([...theirs].toSorted(), [boxKey('a', 'read'), boxKey('b', 'approve')]);
  },
);
