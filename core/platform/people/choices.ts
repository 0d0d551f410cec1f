import { actingAs, Type } from '@dossier/sdk';
import type {
  Contributions,
  OrganizationAccess,
  OrganizationId,
  SettingFault,
  SettingRules,
  SettingsSaving,
  Static,
} from '@dossier/sdk';
import type { Tenancy } from '../tenancy/contract.ts';
import type { Face, IdentityProvider, OrganizationProviders, PasswordVerifier } from './contract.ts';
import type { Issuers } from './issuers.ts';
import { verifierPrefix } from './confined.ts';
import { slugIn } from './return-to.ts';

const Ids = (title: string, description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { title, description, maxItems: 50, uniqueItems: true }),
  );

/** By which ways the people of an organization sign in; without any, by those of the installation. */
export const signInSettings = Type.Object(
  {
    providers: Ids('Ways to sign in', 'By their names below. All of the installation unless some are named here.'),
    verifiers: Ids('Directories', 'By their names below: who checks names and passwords for this organization.'),
    face: Type.Optional(
      Type.Boolean({
        title: 'Show the organization on the sign-in page',
        description:
          'Name, logo and colour, to everybody who opens an address of the organization. Otherwise they see the plain page, as for an organization that there is not.',
      }),
    ),
    available: Type.Optional(
      Type.Array(Type.String(), { title: 'What there is', description: 'Name: what people see.', readOnly: true }),
    ),
  },
  { title: 'Sign-in', description: 'By which ways the people of the organization sign in.' },
);
export type ChosenWays = Static<typeof signInSettings>;

/** A way to sign in, as the page offers it. `organization` is set where it proves people for that one alone. */
export type Choice = { readonly id: string; readonly title: string } & (
  | { readonly kind: 'provider'; readonly provider: IdentityProvider; readonly organization: OrganizationId | null }
  | { readonly kind: 'verifier'; readonly verifier: PasswordVerifier; readonly organization: OrganizationId }
);

export interface Choices {
  /**
   * Those of the organization that the path names, in the order of the page. A path that names none gets those of the
   * installation, and so does one that names an unknown organization.
   */
  at(returnTo: string): Promise<readonly Choice[]>;
  /** See `People.faceAt`. */
  face(path: string): Promise<Face | null>;
  /** Those of an organization, in the order of the page. */
  of(organization: OrganizationId): Promise<readonly Choice[]>;
  /** A provider that an organization brings itself, by its exact address. */
  ownProvider(organization: OrganizationId, issuer: string): Promise<IdentityProvider | undefined>;
  readonly rules: SettingRules;
}

/** The sign-in itself, before anybody is known: it reads what plugins contributed to it. */
export const signIn = actingAs({ kind: 'system', id: 'people', name: 'Sign-in' }, null);

export function createChoices(o: {
  issuers: Pick<Issuers, 'list' | 'guard'>;
  own: Contributions<OrganizationProviders>;
  verifiers: Contributions<PasswordVerifier>;
  settings: (organization: OrganizationId) => Promise<ChosenWays>;
  tenancy: Pick<Tenancy, 'organizationBySlug'>;
  /** Faults of a choice by which those who make it would shut themselves out. */
  lockedOut: (change: SettingsSaving) => Promise<readonly SettingFault[]>;
  /** The choice binds from now on. */
  changed: (access: OrganizationAccess) => void;
}): Choices {
  const ofInstallation = (): readonly Choice[] =>
    o.issuers.list().map(({ id, provider }) => ({
      kind: 'provider',
      id,
      title: provider.title,
      provider,
      organization: null,
    }));
  const ownOf = async (organization: OrganizationId): Promise<readonly Choice[]> => {
    const all = o.own.list(signIn).map(async ({ id, value }) =>
      (await value.of(organization)).map((provider): Choice => {
        // Its address is what an administrator entered.
        o.issuers.guard(provider);
        return { kind: 'provider', id: `own.${id}.${provider.id}`, title: provider.title, provider, organization };
      }),
    );
    // One that cannot say what it has, must not keep people from the others.
    return (await Promise.allSettled(all)).flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  };
  const verifiersOf = (organization: OrganizationId, { verifiers = [] }: ChosenWays): readonly Choice[] =>
    o.verifiers
      .list(signIn)
      .filter(({ id }) => verifiers.includes(id))
      .map(({ id, value }) => ({
        kind: 'verifier',
        id: `${verifierPrefix}${id}`,
        title: value.title,
        verifier: value,
        organization,
      }));
  const unknown = (kind: 'providers' | 'verifiers', ids: unknown, known: readonly string[]) =>
    (Array.isArray(ids) ? ids : []).flatMap((id, i) =>
      known.includes(String(id))
        ? []
        : [
            {
              pointer: `/${kind}/${i}`,
              detail: `is none of this installation; there are: ${known.join(', ') || 'none'}`,
            },
          ],
    );
  const choicesOf = async (organization: OrganizationId): Promise<readonly Choice[]> => {
    const chosen = await o.settings(organization).catch((): ChosenWays => ({}));
    return [
      ...ofInstallation().filter(({ id }) => chosen.providers?.includes(id) ?? true),
      ...(await ownOf(organization)),
      ...verifiersOf(organization, chosen),
    ];
  };
  const providerIds = () => o.issuers.list().map(({ id }) => id);

  return {
    async at(returnTo) {
      const slug = slugIn(returnTo);
      const organization = slug === null ? null : await o.tenancy.organizationBySlug(slug);
      return organization ? choicesOf(organization.id) : ofInstallation();
    },
    of: choicesOf,
    async face(path) {
      const slug = slugIn(path);
      const organization = slug === null ? null : await o.tenancy.organizationBySlug(slug);
      if (!organization) return null;
      const { face = false } = await o.settings(organization.id).catch((): ChosenWays => ({}));
      const { id, name, logo, accent } = organization;
      return face ? { organization: id, name, logo, accent } : null;
    },
    async ownProvider(organization, issuer) {
      for (const choice of await ownOf(organization))
        if (choice.kind === 'provider' && choice.provider.issuer() === issuer) return choice.provider;
      return undefined;
    },
    rules: {
      computed: () => ({
        available: [
          ...o.issuers.list().map(({ id, provider }) => `${id}: ${provider.title}`),
          ...o.verifiers.list(signIn).map(({ id, value }) => `${id}: ${value.title}`),
        ],
      }),
      async saving(change) {
        const { access, after } = change;
        o.changed(access);
        if (after === null) return o.lockedOut(change);
        const faults = [
          ...unknown('providers', after['providers'], providerIds()),
          ...unknown('verifiers', after['verifiers'], o.verifiers.ids()),
        ];
        const none = Array.isArray(after['providers']) && after['providers'].length === 0;
        return none
          ? [
              ...faults,
              {
                pointer: '/providers',
                detail: 'names no way, so that nobody could sign in; name one, or leave it out',
              },
            ]
          : faults.length > 0
            ? faults
            : o.lockedOut(change);
      },
    },
  };
}
