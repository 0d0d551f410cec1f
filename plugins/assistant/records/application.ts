/** An application as its reader has it on the page: itself, its answers, checks, documents and comments. */
import { answerTextIn, isRecord } from '@dossier/sdk';
import type { OrganizationId } from '@dossier/sdk';
import type { AnswerField } from '@dossier/sdk/answer-text';
import type { Application, Applications } from '@dossier/core/platform/applications/contract';
import type { Cards } from '@dossier/core/platform/applications/cards/contract';
import type { CaseComments, Comment } from '@dossier/core/platform/comments/contract';
import type { Documents, ShownDocument } from '@dossier/core/platform/documents/contract';
import type { Templates } from '@dossier/core/platform/templates/contract';
import type { Step } from '@dossier/core/platform/workflow/contract';
import type { AssistantRecord, Passage } from '../contract.ts';

/** Comments that are read, the newest. */
const MOST_COMMENTS = 100;

interface Deps {
  readonly applications: Pick<Applications, 'get'>;
  readonly cards: Pick<Cards, 'of'>;
  readonly comments: CaseComments;
  readonly documents: Pick<Documents, 'list'>;
  readonly templates: Pick<Templates, 'version'>;
}

/** The modules read everything, and know what is for whom. */
export const applicationRecord = (o: Deps): AssistantRecord => ({
  async titles(access, ids) {
    const cards = await o.cards.of(access, [access], ids);
    return new Map([...cards].map(([id, { about }]) => [id, about]));
  },

  async read(access, id) {
    const application = await o.applications.get(access, id);
    if (!application) return null;
    const [documents, comments, answers] = [
      await o.documents.list(access, id),
      await o.comments.newest(access, id, MOST_COMMENTS),
      await answersOf(o.templates, access.organization, application),
    ];
    return [
      { key: 'application', place: 'The application', text: aboutIt(application) },
      ...answers,
      ...application.steps.map((step) => stepPassage(step)),
      ...documents.map(documentPassage),
      // The newest say how it stands.
      ...comments.toReversed().flatMap(commentPassage),
    ];
  },
});

/** Lines of what is known, in words. */
const lines = (all: readonly (readonly [string, string | null | undefined])[]): string =>
  all.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join('\n');

const aboutIt = (one: Application): string =>
  lines([
    ['Number', one.number],
    ['Kind', one.templateName],
    ['Status', one.status],
    ['Applicants', one.applicants.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(', ')],
    ['Amount', one.amount === null ? null : `${one.amount} ${one.currency ?? ''}`.trim()],
    ['Sent', one.submittedAt],
    ['To be decided by', one.dueAt],
    ['Waiting for the client since', one.waitingSince],
    ['The client was asked to answer by', one.waitingUntil],
    ['Marked as', one.flags.join(', ')],
    ['Decided', one.decidedAt],
    ['Decided by', one.decision?.by?.name],
    ['Reason', one.decision?.reason],
  ]);

async function answersOf(
  templates: Pick<Templates, 'version'>,
  organization: OrganizationId,
  { answers, templateId, templateVersion }: Application,
): Promise<readonly Passage[]> {
  const { schema } = await templates.version(organization, templateId, templateVersion);
  const fields = isRecord(schema) && isRecord(schema['properties']) ? schema['properties'] : {};
  const style = { language: 'en', day: (iso: string) => iso };
  const said = Object.entries(answers).map(([key, value]) => {
    const field = fieldOf(fields[key]);
    return [field?.title ?? key, answerTextIn(value, field, style)] as const;
  });
  return said.length === 0 ? [] : [{ key: 'answers', place: 'Answers of the form', text: lines(said) }];
}

const fieldOf = (field: unknown): AnswerField | undefined => (isRecord(field) ? field : undefined);

const stepPassage = ({ key, name, state, reasons }: Step): Passage => ({
  key: `step/${key}`,
  place: `Step ${name}`,
  text: lines([['State', state], ...reasons.map(({ text }) => ['Reason', text] as const)]),
});

const documentPassage = ({ id, fileName, reviewStatus, reason, createdAt, uploadedBy }: ShownDocument): Passage => ({
  key: `document/${id}`,
  place: `Document ${fileName}`,
  text: lines([
    ['File', fileName],
    ['Review', reviewStatus],
    ['Reason', reason],
    ['Sent by', uploadedBy.name],
    ['Sent', createdAt],
  ]),
});

/** A comment that was removed says nothing any more. */
const commentPassage = ({ id, by, at, kind, text }: Comment): readonly Passage[] => {
  const place = `${kind === 'internal' ? 'Internal comment' : 'Comment'} of ${by.name}, ${at}`;
  return text === null ? [] : [{ key: `comment/${id}`, place, text }];
};
