import type { Ground, Share } from '@dossier/core/testing';

/** A publication, and words that find it: the simulated office has it with six pages. */
const number = 'EP1012211A1';
const found = { by: 'cql', q: `pn=${number.slice(0, -2)}` };
const watched = { name: 'Bricks', cql: 'ti=bricks', every: 'week' };
const kept = { tag: 'closest art', reason: 'It has the same moulds.' };
const note = { text: 'Ours has no conveyor.' };

/** In a workspace of an organization that is signed in at the office. */
const inside = async (at: Ground): Promise<string> => {
  await at.id('patent-accounts');
  return `/api/v1/workspaces/${at.staffWorkspace}/patents`;
};

export const share: Share = {
  of: 'PATENT',
  staff: ['patents.search', 'patents.save'],
  makes: {
    organization: {
      async 'patent-accounts'(at) {
        const values = { key: 'simulated-key', secret: 'simulated-secret' };
        await at.ask('PUT', '/api/v1/integrations/patent-office', { values });
        return at.organization;
      },
    },
    workspace: {
      async 'saved-patents'(at) {
        const application = await at.id('applications');
        // Known once it was found.
        await at.id('searches');
        await at.ask('PUT', `/api/v1/applications/${application}/patents/${number}`, kept);
        return application;
      },
    },
    person: {
      async searches(at) {
        const patents = await inside(at);
        const asked = { ...found, applicationId: await at.id('applications') };
        const { searchId } = await at.ask('POST', `${patents}/search`, asked);
        await at.ask('GET', `${patents}/${number}?search=${searchId}`);
        await at.ask('POST', `${patents}/${number}/fetch`, { parts: ['biblio', 'images'] });
        await at.ask('POST', `${patents}/${number}/drawing`, {});
        await at.ask('POST', `${patents}/${number}/pdf`, {});
        await at.ask('PUT', `${patents}/${number}/note`, note);
        return searchId;
      },
      watches: async (at) => at.made(`${await inside(at)}/watches`, watched),
    },
  },
  spared: {
    'params/number': {
      why: 'The number of a publication is the same for every organization; other tests here try what each has of it.',
      value: number,
    },
  },
  bodies: {
    check: found,
    search: found,
    readNumber: { text: number },
    addWatch: watched,
    changeWatch: watched,
    fetch: { parts: ['biblio'] },
    startPdf: {},
    writeNote: note,
    save: kept,
  },
  asks: { creditEntries: ['integrations.manage'] },
};
