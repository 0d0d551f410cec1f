/** News of documents: for officers of what comes in and is reviewed, for clients of what is not accepted. */
import { concernedBy, isAtWorkspace } from '@dossier/sdk';
import type { Delivered, OrganizationAccess, UserId, WorkspaceAccess } from '@dossier/sdk';
import type { AccessAdministration } from '../../access/contract.ts';
import type { Cards } from '../../applications/cards/contract.ts';
import type { Applications } from '../../applications/contract.ts';
import { whoseWork, whyWork } from '../../applications/notices/contract.ts';
import type { Concerned, Notice, NoticeKind, NoticeText } from '../../notices/contract.ts';
import { documentReviewed, documentUploaded, staffDocumentReviewed } from '../contract.ts';
import type { ReviewStatus, ShownDocument } from '../contract.ts';
import type { DocumentService } from '../service.ts';

type Words = Pick<NoticeText, 'excerpt'> & Partial<Pick<NoticeText, 'text'>>;

interface Deps {
  readonly applications: Pick<Applications, 'get'>;
  readonly documents: Pick<DocumentService, 'ofMany'>;
  readonly cards: Cards;
  readonly grants: Pick<AccessAdministration, 'holders'>;
}

/** Milliseconds after the submission in which a document counts as a part of it. */
const WITH_IT = 60_000;
/** Minutes in which somebody gets one mail at most about documents of a case. */
const ONCE_IN = 10;

const documentIn = ({ event }: Delivered): string => (event.payload as { readonly documentId: string }).documentId;

const keyOf = (one: Delivered): string => `document:${documentIn(one)}`;

const statusIn = ({ payload }: Pick<Delivered['event'], 'payload'>): string =>
  (payload as { readonly reviewStatus: string }).reviewStatus;

/** A document that was reviewed again before somebody looked, as it stands. */
const standing: Readonly<Record<ReviewStatus, string>> = {
  approved: 'is accepted now',
  rejected: 'is rejected now',
  pending: 'is to be reviewed again',
};

export function documentKinds({ applications, documents, cards, grants }: Deps) {
  const about = (one: Delivered) => ({
    event: one.event.id,
    subject: one.event.subject,
    ids: { documentId: documentIn(one) },
  });

  /** With the document as its reader may see it there; of one that they may not nothing is said. */
  const tell =
    (
      as: 'staff' | 'client',
      said: (document: ShownDocument, notice: Notice, reader: OrganizationAccess) => Words | null,
    ): NoticeKind['tell'] =>
    async (reader, places, notices) => {
      const known = await cards.of(
        reader,
        places,
        notices.map(({ subject }) => subject.id),
      );
      const shown = new Map<string, ShownDocument>();
      for (const place of places)
        for (const one of await inPlace(
          place,
          [...known].flatMap(([id, card]) => (card.workspaceId === place.workspace ? [id] : [])),
        ))
          shown.set(one.id, one);
      const told = new Map<string, NoticeText>();
      for (const notice of notices) {
        const card = known.get(notice.subject.id);
        const document = shown.get(notice.ids?.['documentId'] ?? '');
        const what = card?.as === as && document ? said(document, notice, reader) : null;
        if (card && document && what)
          told.set(notice.id, {
            text: null,
            ...what,
            isInternal: document.audience === 'staff',
            subject: { ...card, about: `${card.about} · ${card.state}` },
          });
      }
      return told;
    };
  const inPlace = async (place: WorkspaceAccess, ids: readonly string[]): Promise<readonly ShownDocument[]> =>
    ids.length === 0 ? [] : [...(await documents.ofMany(place, ids)).values()].flat();

  return {
    uploaded: {
      title: 'A client sends a document for an application that you work on',
      group: 'Documents',
      icon: 'upload',
      audience: 'staff',
      usual: { page: true, mail: 'off' },
      why: whyWork,
      events: [documentUploaded],
      async of(happened) {
        const all = await Promise.all(
          happened.map(async (one): Promise<Concerned[]> => {
            const { event, access } = one;
            const clients = concernedBy([documentUploaded], event, 'client');
            const isTheirs = event.actor.kind === 'key' || clients.includes(event.actor.id as UserId);
            const application =
              isTheirs && isAtWorkspace(access) ? await applications.get(access, event.subject.id) : null;
            const since = Date.parse(event.at) - Date.parse(application?.submittedAt ?? event.at);
            if (!application || !isAtWorkspace(access) || since <= WITH_IT) return [];
            const workspace = application.workspaceId as WorkspaceAccess['workspace'];
            const { why, to } = await whoseWork(grants, { ...access, workspace }, application.assignees);
            return to.map((id) => ({ ...about(one), to: id, why, workspace, once: keyOf(one) }));
          }),
        );
        return all.flat();
      },
      // One that somebody has looked at waits no more.
      ends: {
        events: [documentReviewed],
        of: async (happened) => happened.map((one) => ({ once: keyOf(one), except: [] })),
      },
      tell: tell('staff', () => ({ excerpt: null })),
    },
    reviewed: {
      title: 'A colleague reviews a document of an application that you work on',
      group: 'Documents',
      icon: 'file',
      audience: 'staff',
      usual: { page: true, mail: 'off' },
      why: { assignee: whyWork.assignee },
      events: [documentReviewed, staffDocumentReviewed],
      async of(happened) {
        const all = await Promise.all(
          happened.map(async (one): Promise<Concerned[]> => {
            const application = isAtWorkspace(one.access)
              ? await applications.get(one.access, one.event.subject.id)
              : null;
            if (!application) return [];
            const workspace = application.workspaceId as WorkspaceAccess['workspace'];
            const said = { ...about(one), why: 'assignee', workspace, once: keyOf(one), again: true } as const;
            return application.assignees.map((to) => ({ ...said, to }));
          }),
        );
        return all.flat();
      },
      tell: tell('staff', ({ fileName, reviewStatus, reviewedBy, reason }, { event }, { actor }) => {
        if (reviewedBy === actor.id) return null;
        const isLast = event && statusIn(event) === reviewStatus && [null, event.actor.id].includes(reviewedBy);
        return { excerpt: reason, ...(isLast ? {} : { text: `${fileName} ${standing[reviewStatus]}` }) };
      }),
    },
    rejected: {
      title: 'We cannot accept a document of yours',
      group: 'Documents',
      icon: 'warning',
      audience: 'client',
      usual: { page: true, mail: 'at-once' },
      mailEvery: ONCE_IN,
      why: { client: 'It is about your application.' },
      events: [documentReviewed],
      only: (event) => statusIn(event) === 'rejected',
      of: async (happened) =>
        happened.flatMap((one) =>
          concernedBy([documentReviewed], one.event, 'client').map((to) => ({
            ...about(one),
            to,
            why: 'client',
            workspace: null,
          })),
        ),
      // One that was accepted since is no news any more.
      tell: tell('client', ({ reviewStatus, reason }) => (reviewStatus === 'rejected' ? { excerpt: reason } : null)),
    },
  } as const satisfies Readonly<Record<string, NoticeKind>>;
}
