import { Type } from '@dossier/sdk';
import type { Applications } from '@dossier/core/platform/applications/contract';
import type { SimulatedOps } from '@dossier/patent-simulator/contract';
import type { DemoCast, DemoScene } from '@dossier/demo/contract';
import { savePatents, searchPatents } from '../contract.ts';
import type { PatentDesk } from '../desk.ts';
import { patentFile, searchRequest } from './forms.ts';
import { notes, stories } from './story.ts';

export interface PatentCastParts {
  readonly applications: Applications;
  readonly desk: PatentDesk;
  readonly simulated: Pick<SimulatedOps, 'meanwhile'>;
}

const Submitted = Type.Object({ id: Type.String() });
const Nothing = Type.Object({});

/** An office of patent attorneys, with applications whose prior art they have begun to look for. */
export const patentCast = (parts: PatentCastParts): DemoCast => ({
  name: (slug) => (slug === 'demo-patent' || slug === 'penrow' ? 'Penrow Patents' : `Penrow Patents ${slug}`),
  workspaces: { staff: 'Prosecution', client: 'Inventors' },
  teams: { admin: 'Administrators', officer: 'Attorneys', clerk: 'Paralegals', client: 'Inventors' },
  // The number is one of those that Ofcom keeps free for stories.
  contact: { mailbox: 'filing', telephone: '+44 20 7946 0010', hours: 'Monday to Friday, 8 to 18' },
  people: [
    { role: 'admin', firstName: 'Paul', lastName: 'Okoye' },
    { role: 'officer', firstName: 'Ines', lastName: 'Duarte' },
    { role: 'officer', firstName: 'Tomas', lastName: 'Lind' },
    { role: 'clerk', firstName: 'Kerensa', lastName: 'Penrow' },
    { role: 'client', firstName: 'Marit', lastName: 'Sund' },
    { role: 'client', firstName: 'Jon', lastName: 'Vaage' },
    { role: 'client', firstName: 'Siri', lastName: 'Aune' },
  ],
  may: {
    admin: [searchPatents, savePatents],
    officer: [searchPatents, savePatents],
    clerk: [searchPatents],
  },
  thorough: patentFile,
  quick: searchRequest,
  play: (scene) => parts.simulated.meanwhile(() => tell(scene, parts)),
});

/**
 * What asks the office, and what is for one person's eyes, joins no transaction of others: it is done first and noted
 * then. Done twice it adds nothing, but for a search, which a long interruption in between would cost a second credit.
 */
async function tell(scene: DemoScene, { applications, desk }: PatentCastParts): Promise<void> {
  const { organization, progress, partner } = scene;
  const once = async (step: string, work: () => Promise<unknown>): Promise<void> => {
    if ((await progress.done(organization, step, Nothing)) !== undefined) return;
    await work();
    await progress.once(organization, step, Nothing, async () => ({}));
  };
  for (const { step, client, answers, searches, saved } of stories) {
    const { id } = await progress.once(organization, step, Submitted, async () => {
      const application = await applications.submit(partner, {
        workspaceId: partner.workspace,
        templateId: scene.thoroughTemplate,
        applicants: [scene.applicant(client)],
        answers,
      });
      return { id: application.id };
    });
    for (const { by, cql } of searches) await once(`${step}: ${cql}`, () => desk.search(scene.as(by), cql));
    for (const { by, number, parts, tag, reason } of saved)
      await once(`${step}: ${number}`, async () => {
        await desk.read(scene.as(by), number, parts);
        await desk.save(scene.as(by), id, number, { tag, reason });
      });
  }
  for (const { by, number, text } of notes)
    await once(`note of ${by} about ${number}`, () => desk.note(scene.as(by), number, text));
}
