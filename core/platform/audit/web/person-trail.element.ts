import type { PersonReply } from '../../access/contract.ts';
import { define, DossierElement } from '@dossier/sdk/web';
import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import { settingsAddress } from '@dossier/sdk/web/ui/addresses';
import { fullTime, shortTime } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { stateStyles } from '@dossier/sdk/web/ui/states';
import { everything, searchOf } from './filter.ts';
import type { AuditEntry } from './types.ts';

const most = 10;

/** What was done about a person in the organization lately: on their page, for who reads the whole trail. */
class PersonTrail extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    css`
    header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem;
      padding: 0.625rem 1.125rem 0.25rem; }
    h2 { font-size: var(--dossier-size-m); }
    li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.25rem 1rem; padding: 0.5625rem 1.125rem;
      font-size: var(--dossier-size-s); overflow-wrap: anywhere; }
    li + li { border-top: 1px solid var(--dossier-border); }
    time { color: var(--dossier-muted); font-size: var(--dossier-size-xs); line-height: 1.7; white-space: nowrap; }
    .none { padding: 0 1.125rem 1rem; }
    @media (max-width: 47.99em) { li { grid-template-columns: minmax(0, 1fr); } }
  `,
  ];
  static override properties = { person: { attribute: false } };
  declare person: PersonReply;
  readonly #entries = new Loading(
    this,
    async () =>
      (
        await this.host.readPage<AuditEntry>(
          `/api/v1/audit?${new URLSearchParams({ subjectType: 'user', subjectId: this.person.id, limit: String(most) })}`,
        )
      ).rows,
  );

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.get('person')) void this.#entries.again();
  }

  #list(entries: readonly AuditEntry[]): TemplateResult {
    return entries.length === 0
      ? html`<p class="muted small none">Nothing was done yet.</p>`
      : html`<ul>${entries.map(
          ({ at, sentence }) =>
            html`<li><span>${sentence.map(({ text, is }) =>
              is === 'text' ? text : html`<bdi>${text}</bdi>`,
            )}</span><time datetime=${at} title=${fullTime(at)}>${shortTime(at)}</time></li>`,
        )}</ul>`;
  }

  override render(): TemplateResult {
    const trail = `${settingsAddress(this.session?.organization?.slug ?? '', 'audit')}${searchOf({
      ...everything,
      subjectType: 'user',
      subjectId: this.person.id,
    })}`;
    return html`<section class="card" aria-labelledby="trail"><header><h2 id="trail">Latest changes</h2><a
        class="button quiet small" href=${trail}>Audit trail ${icon('right', 14)}</a></header>
      ${this.#entries.show((entries) => this.#list(entries), { label: 'Loading the latest changes', rows: 3 })}
    </section>`;
  }
}
define('dossier-person-trail', PersonTrail);
