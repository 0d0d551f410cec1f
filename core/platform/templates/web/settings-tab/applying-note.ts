import { settingsAddress } from '@dossier/sdk/web/ui/addresses';
import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';

/** A role of clients that may not create applications, with the permission that it lacks. */
interface LackingRole {
  readonly teamRoleId: string;
  readonly roleName: string;
  readonly teamName: string;
  readonly permission: string;
}

/** An offer with what keeps its clients from applying. */
export interface Offer {
  readonly clientWorkspaceId: string;
  readonly clientWorkspaceName: string;
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly applying: {
    readonly hindrance: 'nobody' | 'no-client-role' | 'no-right' | null;
    readonly lacking: readonly LackingRole[];
  };
}

/** The reader, as far as it says what they can do about it. */
interface Reader {
  readonly slug: string;
  readonly givesRights: boolean;
  readonly runsOrganization: boolean;
  readonly letApply: () => void;
}

/** People by the roles that make them clients. */
export const clientsWith = (roles: readonly LackingRole[]): string =>
  `Clients with the ${roles.length === 1 ? 'role' : 'roles'} ${new Intl.ListFormat('en').format(
    roles.map(({ roleName, teamName }) => `“${roleName}” of the team “${teamName}”`),
  )}`;

const helper = 'Somebody who edits features and permissions';

/** Says below an offer why clients see nothing to apply for, and gives the way out of it to who may go it. */
export const applyingNote = (offer: Offer, reader: Reader): TemplateResult | typeof nothing => {
  const { hindrance } = offer.applying;
  return hindrance === null
    ? nothing
    : html`<div class="note" role="status">${icon('warning', 16)}${ways[hindrance](offer, reader)}</div>`;
};

type Way = (offer: Offer, reader: Reader) => TemplateResult;

const ways: Readonly<Record<'nobody' | 'no-client-role' | 'no-right', Way>> = {
  nobody: ({ clientWorkspaceName: name }, { slug, runsOrganization }) => html`<p>No team is in ${name} yet, so nobody
    sees the offer. ${
      runsOrganization ? 'Put the team of your clients there.' : 'Who runs the organization puts a team there.'
    }</p>${
      runsOrganization
        ? html`<a class="button small" href=${settingsAddress(slug, 'workspaces')}>Go to workspaces</a>`
        : nothing
    }`,

  'no-client-role': ({ clientWorkspaceId: id, clientWorkspaceName: name }, { slug, givesRights }) =>
    html`<p>Clients cannot apply in ${name} yet: no role there is set up for them. ${
      givesRights
        ? 'Tick “Read own applications (clients)” and “Create applications” for the role that they have.'
        : `${helper} can give one what clients need.`
    }</p>${
      givesRights
        ? html`<a class="button small" href=${settingsAddress(slug, 'access', id)}>Features &amp; Access<span
        class="visually-hidden"> of ${name}</span></a>`
        : nothing
    }`,

  'no-right': ({ clientWorkspaceName: name, applying: { lacking } }, { givesRights, letApply }) =>
    html`<p>${clientsWith(lacking)} see nothing to apply for: they may not create applications in ${name}. ${
      givesRights ? nothing : `${helper} can let them.`
    }</p>${
      givesRights
        ? html`<button type="button" class="button small" @click=${letApply}>Let them apply<span
        class="visually-hidden"> in ${name}</span></button>`
        : nothing
    }`,
};
