import { define, DossierElement } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { ago, counted, fullTime } from '@dossier/sdk/web/ui/format';
import { boxKey, isGranted, isOn, noDraft } from './draft.ts';
import type { Base, BoxKey, Draft } from './draft.ts';
import { matrixStyles } from './matrix.styles.ts';
import type { MatrixPermission, MatrixRole } from './matrix.types.ts';
import { RovingGrid } from './roving-grid.ts';
import { groupsOf, keysOf, stateOf, teamsOf } from './rows.ts';
import type { Group, RowFilter } from './rows.ts';

/** Boxes that were ticked or unticked. */
export interface BoxesChange {
  readonly keys: readonly BoxKey[];
  readonly granted: boolean;
}

/**
 * Permissions by roles. A row is drawn again only when one of its boxes is another, so that a click stays quick however
 * large the table is. Fires `dossier-boxes`.
 */
class AccessMatrix extends DossierElement {
  static override styles = [DossierElement.styles, matrixStyles];
  static override properties = {
    base: { attribute: false },
    draft: { attribute: false },
    theirs: { attribute: false },
    roles: { attribute: false },
    filter: { attribute: false },
    pointed: { state: true },
  };
  declare base: Base | null;
  declare draft: Draft;
  declare theirs: ReadonlySet<string>;
  /** The columns: all roles, or on a narrow screen one. */
  declare roles: readonly MatrixRole[];
  declare filter: RowFilter;
  /** The box under the pointer or the focus. */
  declare pointed: BoxKey | null;
  readonly #grid = new RovingGrid(this);

  /** The box that was changed last: not every browser gives it the focus when it is tapped. */
  #touched: HTMLInputElement | null = null;

  constructor() {
    super();
    this.base = null;
    this.draft = noDraft;
    this.theirs = new Set();
    this.roles = [];
    this.filter = { search: '', differences: false };
    this.pointed = null;
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    this.#grid.settle();
    // The bar that the first change brings up must not lie over the box that was changed.
    if (changed.has('draft') && this.#touched)
      requestAnimationFrame(() => {
        this.#touched?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        this.#touched = null;
      });
  }

  #tell(keys: readonly BoxKey[], granted: boolean): void {
    this.dispatchEvent(new CustomEvent<BoxesChange>('dossier-boxes', { detail: { keys, granted } }));
  }

  #changed(event: Event, groups: readonly Group[]): void {
    if (!(event.target instanceof HTMLInputElement)) return;
    this.#touched = event.target;
    const { box, role, group } = event.target.dataset;
    if (box !== undefined) this.#tell([box], event.target.checked);
    const whole = groups[Number(group)];
    if (role !== undefined && whole) this.#tell(keysOf(whole, role), event.target.checked);
  }

  #point(event: Event): void {
    const cell = event.target instanceof Element ? event.target.closest('td') : null;
    this.pointed = cell?.querySelector('input')?.dataset['box'] ?? null;
  }

  #focus(event: Event): void {
    this.#grid.focused(event.target);
    this.#point(event);
  }

  #box(base: Base, permission: MatrixPermission, row: string, role: MatrixRole): TemplateResult {
    const key = boxKey(role.id, permission.id);
    const mark = this.theirs.has(key) ? 'theirs' : '';
    return html`<td class="${this.draft.boxes.has(key) ? 'mine' : ''} ${mark}"><label><input type="checkbox"
      tabindex="-1" data-box=${key} aria-labelledby="${row} t${role.teamId} r${role.id}" aria-describedby="about"
      .checked=${isGranted(base, this.draft, key)}></label></td>`;
  }

  #row(base: Base, permission: MatrixPermission, id: string): unknown {
    const state = this.roles
      .map((role) => {
        const key = boxKey(role.id, permission.id);
        return `${isGranted(base, this.draft, key) ? 1 : 0}${this.draft.boxes.has(key) ? 'm' : ''}${this.theirs.has(key) ? 't' : ''}`;
      })
      .join();
    return guard(
      [permission, this.roles, id, state],
      () =>
        html`<tr><th scope="row"
          id=${id}>${permission.title}</th>${this.roles.map((role) => this.#box(base, permission, id, role))}</tr>`,
    );
  }

  #groupBox(base: Base, group: Group, at: number, role: MatrixRole): TemplateResult {
    const state = stateOf(base, this.draft, keysOf(group, role.id));
    return html`<td><label><input type="checkbox" tabindex="-1" data-group=${at} data-role=${role.id}
      aria-labelledby="g${at} t${role.teamId} r${role.id}" .checked=${state === 'all'}
      .indeterminate=${state === 'some'}></label></td>`;
  }

  #group(base: Base, group: Group, at: number): TemplateResult {
    const off =
      group.id !== null && !isOn(base, this.draft, group.id) && base.matrix.features.some((one) => one.id === group.id);
    return html`
      <tbody>
        <tr class="group"><th scope="rowgroup"><span id="g${at}">${group.title}<span
          class="visually-hidden">, all ${counted(
            group.permissions.length,
            'permission',
            'permissions',
          )}</span></span>${off ? html` <span class="off">switched off here</span>` : nothing}</th>
          ${this.roles.map((role) => this.#groupBox(base, group, at, role))}</tr>
        ${repeat(
          group.permissions,
          (one) => one.id,
          (one, i) => this.#row(base, one, `p${at}-${i}`),
        )}
      </tbody>`;
  }

  #head(): TemplateResult {
    return html`
      <thead>
        <tr><td rowspan="2"></td>${teamsOf(this.roles).map(
          (team) =>
            html`<th scope="colgroup" colspan=${team.roles.length} id="t${team.id}"><span class="name team"
              title=${team.name}>${team.name}</span></th>`,
        )}</tr>
        <tr>${this.roles.map(
          (role) =>
            html`<th scope="col" id="r${role.id}"><span class="name" title=${role.name}>${role.name}</span></th>`,
        )}</tr>
      </thead>`;
  }

  /** Who changed the pointed box last: below the table, and read out with the box. */
  #about(base: Base): TemplateResult {
    const change = this.pointed === null ? undefined : base.changes.get(this.pointed);
    const text =
      this.pointed === null
        ? html`<span
          class="keys">Arrow keys move from box to box, Space ticks. Point at a box to see who changed it last.</span>`
        : change
          ? html`Last changed by ${change.by.name}, <time datetime=${change.at}
            title=${fullTime(change.at)}>${ago(change.at)}</time>`
          : 'Never changed by hand';
    return html`<p id="about" class="about muted small">${text}</p>`;
  }

  override render(): TemplateResult | typeof nothing {
    const { base } = this;
    if (!base) return nothing;
    const groups = groupsOf(base, this.draft, this.filter);
    return html`
      <div class="scroll card" @change=${(event: Event) => this.#changed(event, groups)} @focusin=${this.#focus}
        @pointerover=${this.#point} @keydown=${(event: KeyboardEvent) => this.#grid.key(event)}>
        <table aria-label="Permissions by role" .style=${`--columns: ${this.roles.length}`}><colgroup><col
          class="first">${this.roles.map(() => html`<col class="other">`)}</colgroup>${this.#head()}${repeat(
            groups,
            ({ id }) => id,
            (group, at) => this.#group(base, group, at),
          )}</table>
      </div>
      ${this.#about(base)}`;
  }
}
define('dossier-access-matrix', AccessMatrix);
