import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { ago, fullTime, shortTime } from '@dossier/sdk/web/ui/format';
import { figure } from '@dossier/sdk/web/ui/reader';
import { icon } from '@dossier/sdk/web/ui/icon';
import { chip } from '@dossier/sdk/web/ui/chip';
import { overlapOf, stateOf } from './types.ts';
import type { ApiKey, KeyState } from './types.ts';

const states: Readonly<Record<KeyState, TemplateResult>> = {
  active: chip({ text: 'Active', tone: 'success', icon: 'check' }),
  expiring: chip({ text: 'Expires soon', tone: 'warning', icon: 'clock' }),
  expired: chip({ text: 'Expired', tone: 'neutral', icon: 'clock' }),
  revoked: chip({ text: 'Revoked', tone: 'neutral', icon: 'cross' }),
};

const moment = (iso: string | null, otherwise: string, show = ago): TemplateResult =>
  iso === null ? html`${otherwise}` : html`<time datetime=${iso} title=${fullTime(iso)}>${show(iso)}</time>`;

/** One key with what it may do; the actions only while it works. */
export const keyCard = (
  key: ApiKey,
  on: { change: (key: ApiKey) => void; rotate: (key: ApiKey) => void; revoke: (key: ApiKey) => void },
): TemplateResult => {
  const state = stateOf(key);
  const overlap = overlapOf(key);
  const isOver = state === 'revoked' || state === 'expired';
  return html`
    <li class="key card" data-key=${key.id}>
      <div class="title">
        ${isOver ? html`<h3>${key.name}</h3>` : html`<h2>${key.name}</h2>`}${states[state]}
        ${
          state === 'revoked'
            ? nothing
            : html`<span class="buttons">
              ${
                isOver
                  ? nothing
                  : html`<button class="button small" aria-label="Change ${key.name}"
                    @click=${() => on.change(key)}>Change</button>
              <button class="button small" aria-label="New secret for ${key.name}"
                @click=${() => on.rotate(key)}>${icon('refresh', 15)} New secret</button>`
              }
              <button class="button small danger" aria-label="Revoke ${key.name}"
                @click=${() => on.revoke(key)}>Revoke</button></span>`
        }
      </div>
      ${
        overlap
          ? html`<p
        class="overlap">${icon('clock', 16)}<span>The former secret <code>${overlap.prefix}…</code> works until ${fullTime(overlap.expiresAt)}. It was last used: ${moment(overlap.lastUsedAt, 'never')}.</span></p>`
          : nothing
      }
      <dl class="facts">
        <div class="double"><dt>Secret begins with</dt><dd><code>${key.prefix}…</code></dd></div>
        <div><dt>Last use</dt><dd>${moment(key.lastUsedAt, 'Never')}</dd></div>
        <div><dt>${state === 'revoked' ? 'Revoked' : 'Expires'}</dt><dd>${
          state === 'revoked' ? moment(key.revokedAt, '') : moment(key.expiresAt, 'Never', shortTime)
        }</dd></div>
        <div><dt>Created</dt><dd>${moment(key.createdAt, '')}</dd></div>
        <div class="double"><dt>May be used from</dt><dd>${
          key.networks.length === 0 ? 'Anywhere' : key.networks.join(', ')
        }</dd></div>
        <div><dt>Requests a minute</dt><dd>${
          key.perMinute === null
            ? 'The usual limit'
            : html`<span class="number">At most ${figure(key.perMinute)}</span>`
        }</dd></div>
        <div class="wide"><dt>Scopes</dt><dd
          class="scopes">${key.scopes.map((scope) => html`<code>${scope}</code>`)}</dd></div>
      </dl>
    </li>`;
};
