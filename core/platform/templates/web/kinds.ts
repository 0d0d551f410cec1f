import type { PluginHost } from '@dossier/sdk/web';
import type { Kind } from './model/content.ts';

/** The kinds of fields, with amounts in the currency of the organization unless another one is chosen. */
export const kindsHere = async (host: PluginHost, organizationId: string | undefined): Promise<readonly Kind[]> => {
  const [kinds, currency] = await Promise.all([
    host.send<readonly Kind[]>('GET', '/api/v1/field-kinds'),
    organizationId === undefined
      ? null
      : host
          .send<{ readonly currency: string }>('GET', `/api/v1/organizations/${encodeURIComponent(organizationId)}`)
          .then((organization) => organization.currency)
          .catch(() => null),
  ]);
  return currency === null ? kinds : kinds.map((kind) => inCurrency(kind, currency));
};

const inCurrency = (kind: Kind, currency: string): Kind => {
  const limit = kind.limits.properties?.['x-currency'];
  if (!limit) return kind;
  const properties = { ...kind.limits.properties, 'x-currency': { ...limit, default: currency } };
  return { ...kind, limits: { ...kind.limits, properties } };
};
