/** The kinds of registration that are the kernel's own: what plugins are put together and gated by. */
import type { ContributionId, Feature, OrganizationType, Permission, Point, Token } from '@dossier/sdk';
import { byId } from './kind.ts';
import type { Kind } from './kind.ts';

export const features: Kind<Feature> = {
  id: 'features',
  list: 'features',
  of: (spec) => byId(spec.features),
  stays: true,
  once: {
    code: 'K_DUPLICATE_FEATURE',
    what: 'The feature',
    way: 'its owner alone declares it, or give one of them another id',
  },
  shown: {
    json: ({ value: { id, title, initially, organizations, workspaces, requires } }) => ({
      id,
      title,
      initially,
      organizations,
      workspaces,
      requires: requires.map((feature) => feature.id),
    }),
    text: {
      title: 'Features',
      row: ({ plugin, value: { id, initially, organizations, workspaces, requires } }) => [
        id,
        plugin,
        `initially ${initially}${organizations === null ? '' : ` for ${organizations.join(' ')}`}`,
        workspaces.join(' '),
        requires.length > 0 ? `requires ${requires.map((feature) => feature.id).join(', ')}` : '',
      ],
    },
  },
};

export const organizationTypes: Kind<OrganizationType> = {
  id: 'organizationTypes',
  list: 'organizationTypes',
  of: (spec) => byId(spec.organizationTypes),
  once: {
    code: 'K_DUPLICATE_ORGANIZATION_TYPE',
    what: 'The type of organizations',
    way: 'its owner alone declares it, others name it in their features',
  },
  shown: { json: ({ value: { id, title } }) => ({ id, title }) },
};

export const permissions: Kind<Permission> = {
  id: 'permissions',
  list: 'permissions',
  of: (spec) => byId(spec.permissions),
  stays: true,
  once: {
    code: 'K_DUPLICATE_PERMISSION',
    what: 'The permission',
    way: 'its owner alone declares it, or give one of them another id',
  },
  shown: {
    json: ({ value: { id, title, scope, feature, keyScope, keysOnly, derived, gives } }) => ({
      id,
      title,
      scope,
      feature: feature?.id ?? null,
      keyScope,
      keysOnly,
      derived,
      gives: gives.map((permission) => permission.id),
    }),
    text: {
      title: 'Permissions',
      row: ({ plugin, value: { id, scope, feature, keyScope, keysOnly } }) => [
        id,
        plugin,
        scope,
        feature === null ? '' : `feature ${feature.id}`,
        keyScope === null ? '' : `API key ${keyScope}${keysOnly ? ' only' : ''}`,
      ],
    },
  },
};

/** Services that plugins provide. */
export const services: Kind<Token<unknown>> = {
  id: 'services',
  list: 'provides',
  of: (spec) => byId(spec.provides),
  once: {
    code: 'K_TWO_PROVIDERS',
    what: 'The service',
    way: 'a service has one provider: leave one of the plugins out, or let both contribute to an extension point',
  },
};

export const points: Kind<Point<unknown>> = {
  id: 'points',
  list: 'points',
  of: (spec) => byId(spec.points),
  stays: true,
  once: {
    code: 'K_DUPLICATE_POINT',
    what: 'The extension point',
    way: 'its owner alone declares it, others name it under extends',
  },
  shown: {
    json: ({ name }, inventory) => ({
      id: name,
      extendedBy: inventory.of(extensions).flatMap((extension) => (extension.name === name ? extension.plugin : [])),
    }),
    text: {
      title: 'Extension points',
      row({ plugin, name }, inventory) {
        const by = inventory.of(extensions).flatMap((extension) => (extension.name === name ? extension.plugin : []));
        return [name, plugin, by.length > 0 ? `extended by ${by.join(', ')}` : 'not extended'];
      },
    },
  },
};

/** That a plugin contributes to a point, by the name of the point. */
export const extensions: Kind<Point<unknown>> = {
  id: 'extensions',
  list: 'extends',
  of: (spec) => byId(spec.extends),
  stays: true,
};

/** Places in points that plugins say they take, by point and id. */
export const contributions: Kind<ContributionId> = {
  id: 'contributions',
  of: (spec) =>
    (spec.extends ?? []).flatMap((point) =>
      (point.ids ?? []).map((id) => ({ name: contributionName(point.id, id), value: { point: point.id, id } })),
    ),
  once: {
    code: 'K_DUPLICATE_CONTRIBUTION',
    what: 'The contribution',
    way: 'the first of them holds the id; give the other another one',
    loses: true,
  },
  stays: true,
  shown: {
    json: ({ value: { point, id } }) => ({ point, id }),
    text: { title: 'Contributions', row: ({ plugin, value: { point, id } }) => [point, id, plugin] },
  },
};

/** The name of a place in a point. */
export const contributionName = (point: string, id: string): string => `${id} to ${point}`;

export const kernelKinds: readonly Kind<unknown>[] = [
  organizationTypes,
  features,
  permissions,
  services,
  points,
  extensions,
  contributions,
];
