/** Settings of a workspace, of a person, and of their organization. */
import { dayIn } from '@dossier/sdk';
import { readAs } from '@dossier/sdk/web/ui/reader';
import { amountText, counted, fullTime } from '@dossier/sdk/web/ui/format';
import type { Json } from '@dossier/core/testing';
import { contactCard } from '../../platform/applications/web/my/contact.ts';
import '../../platform/applications/web/queue/first-steps.element.ts';
import { png } from '../../platform/files/test/pictures.ts';
import { People } from '../../platform/people/contract.ts';
import { OwnCurrency } from '../../platform/templates/web/form-tab/own-currency.controller.ts';
import { addField } from '../../platform/templates/web/model/fields.ts';
import { wearTheme } from '../../../web/src/theme/theme.ts';
import { drawnBy, textOf } from './drawn.ts';
import { acme, apply, CHECK, draft, good, platform, step, template } from './stage.ts';
import type { Change, Effects } from './stage.ts';

const organization = '/api/v1/organization';
/** Reads before something is set, and after; then it is as it was. */
async function setting(
  url: string,
  [given, back]: readonly [object, object],
  read: () => Promise<unknown>,
  right?: unknown,
): Promise<Change> {
  good(await acme.admin.put(url, back));
  const before = await read();
  good(await acme.admin.put(url, given));
  const after = await read();
  good(await acme.admin.put(url, back));
  return { before, after, right };
}
const session = async (): Promise<Json> => good(await acme.admin.get('/api/v1/session'));
/** Numbers and times as pages write them for the administrator. */
const written = async (): Promise<readonly string[]> => {
  const own = await session();
  readAs(own, own.organization);
  return [
    amountText({ amount: 12_500.5, currency: 'EUR' }),
    counted(12_500, 'case', 'cases'),
    fullTime('2026-11-26T23:30:00.000Z'),
  ];
};
const inWriting = (language: string, timeZone: string): readonly string[] => [
  new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' }).format(12_500.5),
  `${(12_500).toLocaleString(language)} cases`,
  new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date('2026-11-26T23:30:00.000Z'),
  ),
];
const usual = { language: 'de-AT', timeZone: 'UTC' };
/** A setting of the person, whose organization says otherwise. */
const ofPerson = async (
  changes: readonly [object, object],
  read: () => Promise<unknown>,
  right: unknown,
): Promise<Change> => {
  good(await acme.admin.put(organization, usual));
  return setting('/api/v1/preferences', changes, read, right);
};
const ofOrganization = (change: object, read: () => Promise<unknown>, right?: unknown): Promise<Change> =>
  setting(organization, [change, usual], read, right);

/** A template whose texts are there in Swedish too. */
async function inSwedish(): Promise<string> {
  const id = await template({ language: 'en' });
  good(await acme.admin.put(`/api/v1/templates/${id}/languages/sv`, { texts: { 'step/loan/title': { text: 'Lån' } } }));
  return id;
}
const languageOfDraft = async (of: string): Promise<string> => {
  const drafts = `/api/v1/workspaces/${acme.staffWorkspace}/drafts`;
  return good(await acme.admin.post(drafts, { templateId: of })).language;
};
const asking = { requiredDocuments: [{ key: 'id', title: 'Id' }] };
/** The moment by which it is to be decided about an application that waits for a document. */
const dueIn = async (due: object): Promise<string> =>
  (await apply(await template({ workflow: [CHECK, { ...step, due }], ...asking }))).dueAt;

const graph = async ({ text }: { readonly text: string }): Promise<Json> => (await acme.admin.graphql(text)).data;
/** The currency of a field of money that is put into a form by the designer. */
async function currencyOfNew(): Promise<unknown> {
  let asked: Promise<unknown> = Promise.resolve();
  const host = { query: (text: { readonly text: string }) => (asked = graph(text)) };
  const own = new OwnCurrency({ addController: () => undefined, host } as never);
  own.hostConnected();
  await asked;
  const empty = { schema: {}, wizard: [{ key: 'a', title: 'A', fields: [] }], workflow: [], requiredDocuments: [] };
  const kind = { id: 'money', label: 'Money', group: 'numbers', type: 'number', limits: {}, common: [] };
  const { content, path } = addField(empty, kind, { step: 'a', at: 0 }, own.code);
  return content.schema.properties?.[path[0]]?.['x-currency'];
}

/** Tells whether clients read it on the card of their application. */
const onCard = (text: string) => async (): Promise<boolean> => {
  const { clientContact } = (await acme.client.graphql('{ clientContact { email telephone hours } }')).data;
  return textOf(contactCard(clientContact, '2026-000001')).includes(text);
};
const nothing = { email: null, telephone: null, hours: null };
const address = { ...nothing, email: 'loans@acme.example' };
const contact = (back: object, change: Readonly<Record<string, string>>): Promise<Change> =>
  setting(`${organization}/contact`, [{ ...back, ...change }, back], onCard(Object.values(change).join()), true);

const week = (from: string, to: string): readonly unknown[] => [
  ...Array.from({ length: 5 }, () => [{ from, to }]),
  ...[null, null],
];
const calendar = async (change: object): Promise<Change> => {
  const back = { hours: week('09:00', '17:00'), holidays: [] };
  return setting(`${organization}/calendar`, [{ ...back, ...change }, back], () => dueIn({ hours: 100 }));
};
/** A day on which work would be done, in the days that come. */
function workday(): string {
  const day = new Date(platform.clock.time() + 2 * 86_400_000);
  while ([0, 6].includes(day.getUTCDay())) day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}

const worn = async (): Promise<unknown> => {
  const root = { dataset: {} as Record<string, string> };
  wearTheme((await session()).theme, root);
  return root.dataset['theme'];
};
const theme = (name: string): Promise<Change> =>
  setting('/api/v1/preferences', [{ theme: name }, { theme: null }], worn, name);

const firstSteps = async (): Promise<boolean> =>
  /<section/.test(
    await drawnBy('dossier-first-steps', {
      host: {
        query: graph,
        readAll: async (url: string) => good(await acme.admin.get(url)),
        readPage: async (url: string) => ({ rows: good(await acme.admin.get(url)) }),
      },
      session: await session(),
      workspace: { id: acme.staffWorkspace },
    }),
  );

async function logo(): Promise<Change> {
  const shown = async (): Promise<unknown> => {
    const [{ logo }] = (await session()).organizations;
    return logo === null ? null : (await platform.get(logo)).headers['content-type'];
  };
  const before = await shown();
  good(await acme.admin.put(`${organization}/logo`, { contentBase64: Buffer.from(png(120, 40)).toString('base64') }));
  return { before, after: await shown(), right: 'image/png' };
}

/** The answer to a browser that moves to the organization by its name in addresses. */
async function slug(): Promise<Change> {
  const { secret } = await platform.service(People).openSession({
    user: acme.admin.id,
    organization: null,
    issuer: 'https://test.example',
  });
  const browser = platform.as({ cookie: `dossier=${secret}`, 'x-dossier-csrf': '1' });
  const moved = async () => (await browser.post('/api/v1/session/organization', { slug: 'acme-bank' })).status;
  return setting(organization, [{ slug: 'acme-bank' }, { slug: acme.slug }], moved, 200);
}

export const placeEffects: Effects = {
  'workspace/name': () =>
    setting(
      `/api/v1/workspaces/${acme.staffWorkspace}`,
      [{ name: 'Large loans' }, { name: 'Lending' }],
      async () => (await acme.officer.graphql('{ viewer { workspaces { name } } }')).data.viewer.workspaces,
      [{ name: 'Large loans' }],
    ),
  'person/language': async () => {
    const of = await inSwedish();
    return ofPerson(
      [{ language: 'sv' }, { language: null }],
      async () => [...(await written()), await languageOfDraft(of)],
      [...inWriting('sv', 'UTC'), 'sv'],
    );
  },
  'person/timeZone': () =>
    ofPerson([{ timeZone: 'Asia/Tokyo' }, { timeZone: null }], written, inWriting('de-AT', 'Asia/Tokyo')),
  'person/theme=light': () => theme('light'),
  'person/theme=dark': () => theme('dark'),
  'person/putAside': () =>
    setting(
      '/api/v1/preferences',
      [{ putAside: [`first-steps.${acme.organization}`] }, { putAside: [] }],
      firstSteps,
      false,
    ),
  'organization/name': () =>
    setting(
      organization,
      [{ name: 'Acme Bank' }, { name: 'ACME' }],
      async () => (await session()).organization.name,
      'Acme Bank',
    ),
  'organization/slug': slug,
  'organization/language': () => ofOrganization({ language: 'sv' }, written, inWriting('sv', 'UTC')),
  'organization/timeZone': async () => {
    const of = await template();
    const timeZone = 'Pacific/Kiritimati';
    return ofOrganization(
      { timeZone },
      async () => [...(await written()), (await draft(of)).today, (await dueIn({ workingDays: 1 })).slice(11, 16)],
      // Work ends at five in the afternoon, fourteen hours before it does by UTC.
      [...inWriting('de-AT', timeZone), dayIn(platform.clock.now(), timeZone), '03:00'],
    );
  },
  'organization/currency': () =>
    setting(organization, [{ currency: 'SEK' }, { currency: 'GBP' }], currencyOfNew, 'SEK'),
  'organization/branding/accent': () =>
    setting(
      `${organization}/branding`,
      [{ accent: '#0A7D5C' }, { accent: null }],
      async () => (await session()).shades?.light,
      '#0A7D5C',
    ),
  'organization/logo/contentBase64': logo,
  'organization/contact/email': () => contact(nothing, { email: 'loans@acme.example' }),
  'organization/contact/telephone': () => contact(nothing, { telephone: '+44 20 7946 0000' }),
  'organization/contact/hours': () => contact(address, { hours: 'Mornings' }),
  'organization/calendar/hours/from': () => calendar({ hours: week('08:00', '17:00') }),
  'organization/calendar/hours/to': () => calendar({ hours: week('09:00', '18:00') }),
  'organization/calendar/holidays/day': () => calendar({ holidays: [{ day: workday(), name: 'Founding day' }] }),
};
