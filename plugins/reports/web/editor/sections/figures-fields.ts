import { icon } from '@dossier/sdk/web/ui/icon';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { conditions, faultOf, recordsIn, textIn, textOf, titleField, wrong } from './field-context.ts';
import type { FieldContext } from './field-context.ts';
import { isRecord } from '@dossier/sdk/web/ui/record';

/** The fields of a section of key figures: one line for each figure, all sources in one choice. */
export function figuresFields(context: FieldContext): TemplateResult {
  const figures = recordsIn(context.section['figures']);
  const set = (next: readonly Readonly<Record<string, unknown>>[]): void => context.set({ figures: next });
  const change = (at: number, part: Readonly<Record<string, unknown>>): void =>
    set(
      figures.map((one, i) =>
        i === at
          ? Object.fromEntries(Object.entries({ ...one, ...part }).filter(([, value]) => value !== undefined))
          : one,
      ),
    );
  const add = (): void => {
    // The first that is not there yet.
    const there = new Set(figures.map(({ source, measure }) => `${textIn(source)}/${textIn(measure)}`));
    const free = context.sources
      .flatMap(({ id, measures }) => measures.map(({ key }) => ({ source: id, measure: key })))
      .find(({ source, measure }) => !there.has(`${source}/${measure}`));
    if (free) set([...figures, free]);
  };
  const line = (figure: Readonly<Record<string, unknown>>, at: number): TemplateResult => {
    const value = `${textIn(figure['source'])}/${textIn(figure['measure'])}`;
    const title = context.sources
      .find(({ id }) => id === figure['source'])
      ?.measures.find(({ key }) => key === figure['measure'])?.title;
    const key = `figures/${at}`;
    const open = isRecord(figure['where']) || context.opened.has(key);
    return html`
      <li>
        <select class="input" aria-label="Figure ${at + 1}" aria-invalid=${wrong(context, `figures/${at}/measures`)}
          @change=${(event: Event) => {
            const [source, measure] = textOf(event).split('/');
            // Conditions and a name of its own belonged to what it was.
            change(at, { source, measure, where: undefined, label: undefined });
          }}>
          ${
            title === undefined
              ? html`<option value=${value}
            selected>${textIn(figure['measure'])} (not offered here)</option>`
              : ''
          }
          ${context.sources.map(
            (source) =>
              html`<optgroup label=${source.title}>${source.measures.map(
                ({ key, title: name }) =>
                  html`<option value=${`${source.id}/${key}`} .selected=${value === `${source.id}/${key}`}
                    ?selected=${value === `${source.id}/${key}`}>${name}</option>`,
              )}</optgroup>`,
          )}
        </select>
        <input class="input" aria-label="Name of figure ${at + 1}" placeholder="${title ?? 'Name'}" maxlength="120"
          autocomplete="off" .value=${textIn(figure['label'])} aria-invalid=${wrong(context, `figures/${at}/label`)}
          @input=${(event: Event) => change(at, { label: textOf(event).trim() === '' ? undefined : textOf(event) })}>
        <button type="button" class="button quiet small" aria-label="Conditions of figure ${at + 1}"
          title="What it counts only" aria-expanded=${open ? 'true' : 'false'} ?disabled=${isRecord(figure['where'])}
          @click=${() => context.toggle(key)}>${icon('filter', 16)}</button>
        <button type="button" class="button quiet small" aria-label="Remove figure ${at + 1}"
          ?disabled=${figures.length === 1}
          @click=${() => set(figures.filter((_, i) => i !== at))}>${icon('cross', 16)}</button>
        ${open ? conditions(context, { source: context.sources.find(({ id }) => id === figure['source']), where: figure['where'], at: `figures/${at}/where`, label: 'Counts only', fault: false, set: (where) => change(at, { where }) }) : ''}
        ${faultOf(context, `figures/${at}`)}
      </li>`;
  };
  return html`
    ${titleField(context)}
    <div class="field"><span class="label">Figures <span
      class="optional">and a name of your own, if you like</span></span><ol
      class="lines">${figures.map(line)}</ol></div>
    <button type="button" class="button small" ?disabled=${figures.length >= 24}
      @click=${add}>${icon('plus', 16)} Add a figure</button>`;
}
