import { ProblemError } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';

const listed = new Intl.ListFormat('en', { type: 'conjunction' });

/** What somebody loses with a place in a team, as sentences for the question before it. */
export const removalEffect = (o: {
  name: string;
  team: string;
  workspaces: readonly string[];
  otherTeams: readonly string[] | null;
  organization: string;
}): string => {
  const work =
    o.workspaces.length === 0
      ? 'what the role gives'
      : `what the role gives, and the way into ${listed.format(o.workspaces)} unless another team leads there`;
  const rest =
    o.otherTeams === null
      ? ''
      : o.otherTeams.length === 0
        ? ` It is the only team: after it ${o.name} is not in ${o.organization} any more.`
        : ` ${o.name} stays in ${listed.format(o.otherTeams)}.`;
  return `With the next request ${o.name} loses ${work}.${rest} What was done stays, and an invitation brings ${o.name} back.`;
};

/**
 * What locks somebody out, in the words of these pages: the server speaks to programs too and calls permissions by
 * their names.
 */
const lockOuts: Readonly<Record<string, string>> = {
  'last-member-manager':
    'Nobody could manage the members of this team any more. First give another member a role that may manage members, or transfer the ownership.',
  'last-owner':
    'This is the last owner of the team. First transfer the ownership to another member, or give somebody the same role.',
  'last-access-manager':
    'Nobody could edit features and permissions any more. First give another role that has members this permission, under Features & Access.',
  'last-organization-manager':
    'Nobody could manage the organization any more. First give another role that has members this permission, under Features & Access.',
};

/** Why something was refused, and what to do; `way` offers to do it. */
export const refusalBox = (
  error: unknown,
  way: TemplateResult | typeof nothing = nothing,
): TemplateResult | typeof nothing =>
  error === null || error === undefined
    ? nothing
    : html`<div class="refusal" role="alert"><p>${
        error instanceof ProblemError ? (lockOuts[error.code] ?? error.message) : 'That did not work. Please try again.'
      }</p>${way}</div>`;
