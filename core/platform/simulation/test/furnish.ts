import type { Share } from '@dossier/core/testing';

const readers = ['applications.read'];

export const share: Share = {
  makes: {
    person: {
      simulations: async (at) =>
        at.made(`/api/v1/templates/${await at.id('templates')}/simulations`, { workspaceId: at.staffWorkspace }),
    },
  },
  // A trial reads the applications of its workspace.
  asks: { get: readers, cases: readers, 'Query.simulation': readers },
  bodies: { start: ({ staffWorkspace }) => ({ workspaceId: staffWorkspace }) },
};
