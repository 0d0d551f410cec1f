import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { words } from '@dossier/sdk/web/ui/format';
import type { AnswerGroup } from './answer-groups.ts';
import type { SchemaProperty } from './types.ts';

/** The title of a field as its template gives it. */
export const fieldTitle = (key: string, property: SchemaProperty | undefined): string => property?.title ?? words(key);

/** Answers by the wizard's steps; what counts for nothing comes last, so that nothing sent is hidden. */
export const answersCard = (groups: readonly AnswerGroup[]): TemplateResult =>
  html`
    <section class="card" aria-labelledby="answers">
      <h2 id="answers">Answers</h2>
      <div class="answers">
        ${groups.map(
          ({ title, lines }) =>
            html`<div>${groups.length > 1 ? html`<h3>${title}</h3>` : ''}<dl>${lines.map(
              (line) =>
                html`<div><dt>${line.title}</dt><dd
                class=${line.text === null ? 'none' : ''}>${line.text ?? 'No answer'}</dd></div>`,
            )}</dl></div>`,
        )}
      </div>
    </section>`;
