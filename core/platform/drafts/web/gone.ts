import type { PluginHost } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { DraftReply } from '../contract.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import { keptFrom, keptTemplate } from './elsewhere.ts';
import type { Gone } from './elsewhere.ts';
import type { Content } from './merge.ts';

const texts = {
  sent: ['You sent it from another tab or device', 'Nothing is left to be done here.'],
  deleted: ['You deleted it in another tab or on another device', 'Nothing more is saved of it.'],
  gone: ['It is not here any more', 'It was sent or deleted, or its time had passed.'],
} as const;

/**
 * In place of a draft that is not there any more: what became of it and of what stood here, and the ways on. `kept` is
 * what this browser has of it, for one that was not even read; `again` begins another draft with what stands here.
 */
export function goneNote(o: {
  gone: Gone;
  size: 'client' | 'staff';
  base: string;
  keeper: DraftKeeper | null;
  kept: unknown;
  again: (templateId: string, content: Content) => void;
}): TemplateResult {
  const [title, text] = texts[o.gone];
  const isClient = o.size === 'client';
  const content = o.keeper?.content ?? keptFrom(o.kept)?.mine ?? null;
  const templateId = o.keeper?.draft?.templateId ?? keptTemplate(o.kept);
  const unsaved = o.keeper ? o.keeper.saving !== 'saved' : content !== null;
  // What was sent is complete: another one with the same answers is wanted only where more was written here.
  const again = content !== null && templateId !== null && (o.gone !== 'sent' || unsaved);
  return html`<div class="out" role="alert"><h1 tabindex="-1">${title}</h1><p>${
    o.gone === 'sent' && unsaved ? 'What was sent is on its way.' : text
  }</p>${
    unsaved
      ? html`<p>${
          o.gone === 'sent'
            ? 'What you wrote here last was not sent with it. It is kept in this browser.'
            : 'What you wrote last was not saved with it. It is kept in this browser.'
        }</p>`
      : nothing
  }<div class="go"><a class="button primary" href=${o.base.replace(/apply$/, isClient ? 'my' : 'applications')}>${isClient ? 'My applications' : 'All applications'}</a>${
    again
      ? html`<button class="button" @click=${() => o.again(templateId, content)}>Begin again with these answers</button>`
      : nothing
  }</div></div>`;
}

/** Makes another draft with this content; returns its id. Its files are not in it. */
export async function beginAgain(
  host: PluginHost,
  workspaceId: string,
  templateId: string,
  { language, ...rest }: Content,
): Promise<string> {
  const path = `/api/v1/workspaces/${workspaceId}/drafts`;
  const { id } = await host.send<DraftReply>('POST', path, { templateId, language });
  const { asRead } = await host.readForChange<DraftReply>(`/api/v1/drafts/${id}`);
  await host.sendForChange('PUT', `/api/v1/drafts/${id}`, rest, asRead);
  return id;
}
