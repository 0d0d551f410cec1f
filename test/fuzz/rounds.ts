import type { Json } from '../../core/testing/index.ts';
import { operationsIn } from './document.ts';

/** One run of schemathesis over some operations. */
export interface Round {
  readonly name: string;
  /**
   * Whose credential it sends, in addition to the API key where a key may; a page sends the session of a browser, and
   * `patents` is who administrates an organization of that type.
   */
  readonly as: 'admin' | 'client' | 'operator' | 'page' | 'patents';
  /** By their operationId. */
  readonly operations: readonly string[];
  /** For the command line. */
  readonly options: readonly string[];
}

/**
 * The first sends requests to whatever address it is given, and what a fuzzer writes may be somebody's; the other makes
 * a demonstration, which takes seconds.
 */
const never = ['settings.test', 'demo.seed'];

/** What ends something, or may take a right from who asks, in addition to all that deletes. */
const ending = [
  'access.changeMatrix',
  'access.changeOrganizationMatrix',
  'access.changeMember',
  'access.changeRole',
  'access.transfer',
  'api-keys.rotate',
  'api-keys.change',
  'applications.approve',
  'applications.reject',
  'applications.confirm',
  'invitations.answer',
  'people.suspend',
  'settings.change',
  'tenancy.changeOrganization',
];

/** For the installation's operator. */
const operators = ['people.disableSignIn', 'people.enableSignIn', 'tenancy.createOrganization', 'mail-catcher.all'];

/** Of a session, which a token has not. */
const sessions = [
  'people.session',
  'people.identities',
  'people.sessions',
  'people.securityLog',
  'people.issueToken',
  'people.tokens',
  'people.token',
  'people.revokeToken',
  'sign-in.changePassword',
  'sign-in.changeName',
];

/** What ends it, or might. */
const leaving = [
  'people.endSession',
  'people.endOtherSessions',
  'people.chooseOrganization',
  'people.signOutEverywhere',
  'people.logout',
];

/** Its probes leave out credentials that the document names, and a session is none of those. */
const withoutAuth = ['--exclude-checks', 'ignored_auth'];

/**
 * All operations, each in the round in which it harms no other; aliases are the same routes. What ends most comes last.
 * @throws Error for an operation that is named here and does not exist
 */
export function rounds(document: Json): readonly Round[] {
  const names: readonly string[] = operationsIn(document)
    .map(({ operationId }) => operationId)
    .filter((name) => !/-\d+$/.test(name));
  const deleting = Object.entries<Json>(document.paths).flatMap(([, path]) =>
    path.delete ? [path.delete.operationId] : [],
  );
  const unknown = [...never, ...ending, ...operators, ...sessions, ...leaving].filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`No operation is called ${unknown.join(', ')}: take it out of rounds.ts.`);
  const office = names.filter((name) => name.startsWith('patent-office.'));
  const apart = [...operators, ...sessions, ...leaving, ...office];
  const ends = [...new Set([...ending, ...deleting])].filter((name) => names.includes(name) && !apart.includes(name));
  const rest = names.filter((name) => ![...never, ...ends, ...apart].includes(name));
  const reading = Object.values<Json>(document.paths).flatMap(({ get }) =>
    get && rest.includes(get.operationId) ? [get.operationId] : [],
  );
  return [
    { name: 'work', as: 'admin', operations: rest, options: [] },
    { name: 'few-rights', as: 'client', operations: reading, options: ['--phases', 'coverage', '--mode', 'positive'] },
    { name: 'patents', as: 'patents', operations: office, options: [] },
    { name: 'operator', as: 'operator', operations: operators, options: [] },
    { name: 'endings', as: 'admin', operations: ends, options: [] },
    { name: 'session', as: 'page', operations: sessions, options: withoutAuth },
    { name: 'leaving', as: 'page', operations: leaving, options: withoutAuth },
  ];
}
