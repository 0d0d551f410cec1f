import { define, DossierElement } from '@dossier/sdk/web';
import { chip, chipStyles } from '@dossier/sdk/web/ui/chip';
import { icon } from '@dossier/sdk/web/ui/icon';
import { failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { UnsavedGuard } from '@dossier/sdk/web/ui/unsaved.controller';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { textOf } from '../form-tab/properties.element.ts';
import type { Content } from '../model/content.ts';
import { languageName } from './names.ts';
import { groupsOf } from './places.ts';
import { TranslationKeeper } from './translation.keeper.ts';
import { translationStyles } from './translation.styles.ts';
import type { Text } from './types.ts';

type Filter = 'all' | 'missing' | 'stale';

const saying = {
  saved: ['Saved', 'check'],
  waiting: ['Not saved yet', 'clock'],
  saving: ['Saving…', 'clock'],
  refused: ['Not saved: a text needs another look', 'warning'],
  unreachable: ['Not saved: no connection. It is tried again.', 'warning'],
  choose: ['Not all saved: somebody else changed the same text', 'warning'],
} as const;

const states = {
  translated: { text: 'Translated', tone: 'success', icon: 'check' },
  stale: { text: 'Source changed', tone: 'warning', icon: 'refresh' },
  missing: { text: 'Missing', tone: 'neutral', icon: 'dash' },
} as const;

/** The texts of a template and their translations side by side, saved by themselves. */
class Translation extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, chipStyles, translationStyles];
  static override properties = {
    content: { attribute: false },
    templateId: {},
    address: {},
    language: {},
    save: { attribute: false },
    filter: { state: true },
    listed: { state: true },
  };
  declare content: Content | null;
  declare templateId: string;
  declare address: string;
  declare language: string;
  declare save: () => Promise<void>;
  declare filter: Filter;
  /** The places that were in the filter when it was chosen: what is translated stays where it is. */
  declare listed: ReadonlySet<string>;
  readonly #keeper = new TranslationKeeper(this);

  constructor() {
    super();
    this.content = null;
    this.templateId = '';
    this.address = '';
    this.language = '';
    this.save = () => Promise.resolve();
    this.filter = 'all';
    this.listed = new Set();
    new UnsavedGuard(this, () => this.#keeper.held);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('language') && !changed.has('templateId')) return;
    this.filter = 'all';
    void this.save().then(() => this.#keeper.open(this.templateId, this.language));
  }

  /** What was typed a moment ago is tried out too: the other tab reads what is stored. */
  #tryOut(event: MouseEvent, address: string): void {
    if (!this.#keeper.dirty || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void this.#keeper.flush().then(() => this.host.navigate(address));
  }

  #narrow(filter: Filter, texts: readonly Text[]): void {
    this.filter = filter;
    this.listed = new Set(texts.filter(({ state }) => state === filter).map(({ place }) => place));
  }

  #text(one: Text & { readonly spot: { readonly of: string; readonly what: string } }, name: string): TemplateResult {
    const keeper = this.#keeper;
    const id = `t-${one.place}`;
    const value = keeper.textAt(one);
    const fault = keeper.faults.get(one.place);
    const theirs = keeper.theirs.get(one.place);
    const label = [one.spot.of, one.spot.what].filter(Boolean).join(', ');
    const long = one.source.length > 70 || one.source.includes('\n');
    const input = (event: Event): void => keeper.edit(one, textOf(event));
    const described = [fault === undefined ? '' : `${id}-fault`, one.state === 'stale' ? `${id}-was` : '']
      .join(' ')
      .trim();
    return html`<li class="text"><div class="source"><span>${one.source}</span><label class="muted small" for=${id}><span class="visually-hidden">${name}: </span>${label}</label></div>
      <div class="target">${
        long
          ? html`<textarea id=${id} class="input" rows="3" lang=${this.language} maxlength="4000" 
              aria-describedby=${described || nothing} aria-invalid=${fault !== undefined} .value=${value} @input=${input}></textarea>`
          : html`<input id=${id} class="input" lang=${this.language} maxlength="4000" autocomplete="off" 
              aria-describedby=${described || nothing} aria-invalid=${fault !== undefined} .value=${value} @input=${input}>`
      }${fault === undefined ? nothing : html`<p class="fault" id="${id}-fault">${fault}</p>`}${
        one.state === 'stale'
          ? html`<p class="small" id="${id}-was">${
              one.was === null ? 'It translates an older text.' : html`It translates the older text “${one.was}”.`
            }</p><div><button type="button" class="button small" aria-label="Still right: ${label}" @click=${() => keeper.edit(one, value)}>Still right</button></div>`
          : nothing
      }${
        theirs === undefined
          ? nothing
          : html`<div class="note" role="alert"><p>Somebody else wrote ${theirs === null ? 'nothing here' : html`“${theirs}”`} meanwhile.</p>
            <button type="button" class="button small" @click=${() => void keeper.choose(one.place, 'mine')}>Keep mine</button>
            <button type="button" class="button small" @click=${() => void keeper.choose(one.place, 'theirs')}>Take theirs</button></div>`
      }</div>
      <div class="state-of">${chip(states[one.state])}</div></li>`;
  }

  override render(): TemplateResult | typeof nothing {
    const { content } = this;
    const { texts, error, state } = this.#keeper;
    if (!content) return nothing;
    const name = languageName(this.language);
    const here = `${this.address}/languages`;
    const trial = `${this.address}/try-out?language=${encodeURIComponent(this.language)}`;
    if (error !== null && texts === null)
      return failure(error, () => void this.#keeper.load(), {
        way: html`<a class="button" href=${here}>All languages</a>`,
      });
    if (texts === null) return skeleton(8, `Loading ${name}`);
    const of = (filter: Text['state']): number => texts.filter((one) => one.state === filter).length;
    const [said, sign] = saying[state];
    const shown = this.filter === 'all' ? texts : texts.filter(({ place }) => this.listed.has(place));
    const filters: readonly (readonly [Filter, string])[] = [
      ['all', `All ${texts.length}`],
      ['missing', `Missing ${of('missing')}`],
      ['stale', `Source changed ${of('stale')}`],
    ];
    return html`<div class="top"><a class="button quiet icon" href=${here} aria-label="All languages">${icon('left', 16)}</a>
        <h2>${name}</h2><span class="muted small" role="status">${icon(sign, 14)} ${said}</span>
        <a class="button small try" href=${trial} @click=${(event: MouseEvent) => this.#tryOut(event, trial)}>${icon(
          'eye',
          15,
        )}Try out in ${name}</a></div>
      <div class="bar"><progress max=${Math.max(texts.length, 1)} value=${of('translated')} aria-label="Translated into ${name}"></progress>
        <span class="small muted">${of('translated')} of ${texts.length} translated</span></div>
      <div class="filters" role="group" aria-label="Which texts">${filters.map(
        ([filter, text]) =>
          html`<button type="button" class="button small" aria-pressed=${filter === this.filter} @click=${() => this.#narrow(filter, texts)}>${text}</button>`,
      )}</div>
      ${shown.length === 0 ? html`<p class="muted">${texts.length === 0 ? 'The draft has no texts yet.' : 'None.'}</p>` : nothing}
      ${groupsOf(content, shown).map(
        (group) =>
          html`<section class="group"><h3>${group.title}</h3><ul class="card">${repeat(
            group.texts,
            ({ place }) => place,
            (one) => this.#text(one, name),
          )}</ul></section>`,
      )}`;
  }
}
define('dossier-template-translation', Translation);
