import type { DossierElement } from '@dossier/sdk/web';
import { LiveOne } from '@dossier/sdk/web/ui/live-one';
import { reader } from '@dossier/sdk/web/ui/reader';
import { found, topicsOf } from '../one-application.ts';
import type { ApplicationAsked } from '../one-application.ts';
import { myApplicationQuery } from './my-application.query.ts';
import type { MyApplication } from './my-application.query.ts';
import type { ClientContact } from '../../../tenancy/contract.ts';
import type { Looked } from './still-to-send.ts';

export interface MyPage {
  readonly application: MyApplication;
  readonly looked: Looked;
  readonly contact: ClientContact | null;
}

/** One application of a client, with what is still to be sent and whom to ask, live. */
export const liveMyApplication = (element: DossierElement): LiveOne<MyPage, ApplicationAsked> =>
  new LiveOne(element, {
    read: async ({ id }, signal) => {
      const [{ look }, { application, contact }] = await Promise.all([
        import('./still-to-send.ts'),
        found(
          element.host
            .query(myApplicationQuery, { id, wanted: reader().languages }, { signal })
            .then((reply) => reply.application && { application: reply.application, contact: reply.clientContact }),
          'It may be somebody else’s, or the link is not complete. Look for it among your applications.',
        ),
      ]);
      return { application, contact, looked: look(application) };
    },
    follow: topicsOf,
  });
