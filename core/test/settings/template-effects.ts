/** Settings of a template beside its fields and the steps of its workflow. */
import type { Json } from '@dossier/core/testing';
import { answerGroups, keyAnswers } from '../../platform/applications/web/case/answer-groups.ts';
import { applicationQuery } from '../../platform/applications/web/application.query.ts';
import { fieldsOf } from '../../platform/templates/form/index.ts';
import { walkOf } from '../../platform/drafts/web/steps.ts';
import {
  acme,
  applied,
  apply,
  compare,
  drafted,
  faultsOf,
  good,
  money,
  offered,
  platform,
  schemaOf,
  template,
} from './stage.ts';
import type { Effects } from './stage.ts';

const own = 'As it was set';
const never = { field: 'purpose', is: 'equals', value: 'Never' };
const loan = { key: 'loan', title: 'The loan', fields: ['sum', 'purpose'] };
const wizard = (change: object): object => ({ wizard: [{ ...loan, ...change }] });
const paper = { key: 'income', title: 'Income' };
const papers = (change: object): object => ({ requiredDocuments: [{ ...paper, ...change }] });

/** An application as the page of staff reads it. */
const read = async (change: object): Promise<Json> =>
  (await acme.officer.graphql(applicationQuery.text, { id: (await applied(change)).id })).data.application;
/** A draft as the page walks through it. */
const walk = async (change: object) => {
  const { answers, typed, done, applicants, step, language, ...draft } = await drafted(change);
  return walkOf(draft, { answers, typed, done, applicants, step, language }, draft.today);
};
/** The amounts of an application and of its row in the list. */
const amounts = async (change: object): Promise<unknown> => {
  const { id, amount } = await applied(change);
  const rows = good(await acme.officer.get(`/api/v1/applications?workspaceId=${acme.staffWorkspace}&limit=100`));
  return [amount, rows.find((row: Json) => row.id === id).amount];
};
/** The number of applications that are found by an answer that only this one has. */
const found = async (change: object): Promise<number> => {
  const purpose = 'Lighthouse';
  await apply(await template(change), { sum: 25_000, purpose });
  await platform.settle();
  return good(await acme.officer.get(`/api/v1/search?text=${purpose}`)).length;
};
const added = async (change: object): Promise<number> => {
  const { id } = await apply(await template({ ...change, ...papers({}) }), { sum: 5 });
  return (await acme.client.post(`/api/v1/applications/${id}/additions`, { answers: { purpose: 'Carport' } })).status;
};

export const templateEffects: Effects = {
  'template/name': () => compare(async (change) => (await applied(change)).templateName, [{}, { name: own }], own),
  'template/description': () =>
    compare(async (change) => (await offered(change)).description, [{}, { description: own }], own),
  'template/wizard/title': () =>
    compare(async (change) => answerGroups(await read(change))[0]?.title, [{}, wizard({ title: own })], own),
  'template/wizard/description': () =>
    compare(async (change) => (await walk(change)).steps[1]?.description, [{}, wizard({ description: own })], own),
  'template/wizard/fields': () =>
    compare(
      async (change) => answerGroups(await read(change))[0]?.lines.map(({ key }) => key),
      [{}, wizard({ fields: ['purpose', 'sum'] })],
      ['purpose', 'sum'],
    ),
  'template/wizard/show': () => {
    const more = { key: 'more', title: 'More', fields: ['sum'] };
    return compare(
      async (change) =>
        (await faultsOf((await drafted(change)).id, {})).filter(({ pointer }) => /sum/.test(pointer)).length,
      [
        { wizard: [{ ...loan, fields: ['purpose'] }, more] },
        {
          wizard: [
            { ...loan, fields: ['purpose'] },
            { ...more, show: never },
          ],
        },
      ],
      0,
    );
  },
  'template/wizard/minutes': () =>
    compare(async (change) => (await offered(change)).minutes, [{}, wizard({ minutes: 7 })], 7),
  'template/requiredDocuments/title': () =>
    compare(async (change) => (await offered(change)).documents, [papers({}), papers({ title: own })], [own]),
  'template/requiredDocuments/description': () =>
    compare(
      async (change) =>
        Object.values(fieldsOf((await walk(change)).papers.schema)).map(({ description }) => description),
      [papers({}), papers({ description: own })],
      [own],
    ),
  'template/requiredDocuments/show': () =>
    compare(async (change) => (await applied(change)).steps[0].state, [papers({}), papers({ show: never })], 'passed'),
  'template/amount': async () => ({
    before: [await amounts({})],
    after: [
      await amounts({ amount: 'sum' }),
      await amounts({
        amount: 'lent',
        schema: schemaOf({ sum: { ...money, 'x-id': 'lent' }, purpose: { type: 'string' } }),
      }),
    ],
    right: [
      [25_000, 25_000],
      [25_000, 25_000],
    ],
  }),
  'template/keyAnswers': () =>
    compare(
      async (change) => keyAnswers(await read(change)).map(({ text }) => text),
      [{}, { keyAnswers: ['purpose'] }],
      ['Carport'],
    ),
  'template/foundBy': () => compare(found, [{}, { foundBy: ['purpose'] }], 1),
  'template/language': () =>
    compare(
      async (change) =>
        (await acme.key.get(`/api/v1/templates/${await template(change)}/schema`)).headers['content-language'],
      [{}, { language: 'sv' }],
      'sv',
    ),
  'template/next': () => compare(async (change) => (await drafted(change)).next, [{}, { next: own }], own),
  'template/additions': () => compare(added, [{}, { additions: true }], 201),
};
