import { chip } from '@dossier/sdk/web/ui/chip';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Template } from './types.ts';

/** Whose a template is, in a word with a sign. */
export const kindChips = (template: Template, o: { changed?: boolean } = {}): TemplateResult => html`
  ${template.builtIn ? chip({ text: 'Built in', tone: 'neutral', icon: 'box' }) : template.visibility === 'private' ? chip({ text: 'Private', tone: 'neutral', icon: 'lock' }) : chip({ text: 'Shared', tone: 'info', icon: 'people' })}
  ${o.changed ? chip({ text: 'Not saved', tone: 'warning', icon: 'pencil' }) : nothing}`;
