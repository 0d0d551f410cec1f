/** People of the organization by the words of their names and addresses, for who may see the list of them. */
import type { AccessAdministration } from '../access/contract.ts';
import type { SearchSource } from './contract.ts';

export const peopleFound = (grants: Pick<AccessAdministration, 'findPeople'>): SearchSource => ({
  title: 'People',
  icon: 'person',
  sign: '@',
  async find(access, _places, { words, limit }, signal) {
    const found = await grants.findPeople(access, { words, limit }, signal);
    return found.map(({ id, name, email, memberships }) => ({
      id,
      title: name,
      about: [email, ...memberships.map(({ teamName }) => teamName)].filter((one) => one !== null).join(' · '),
      state: memberships.every(({ status }) => status === 'suspended') ? 'Suspended' : null,
      money: null,
      workspaceId: null,
      path: `settings/people/${id}`,
    }));
  },
});
