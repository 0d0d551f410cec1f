import { escapeHtml } from '@dossier/sdk';
import type { AsyncApiDocument } from '@dossier/sdk';
import { members } from './json-schema.ts';
import { search } from './page.ts';
import type { PageParts } from './page.ts';
import { breakable } from './texts.ts';

type Channel = AsyncApiDocument['channels'][string];
type Message = AsyncApiDocument['components']['messages'][string];

/** Topics with their addresses, parameters and messages, from the AsyncAPI document. */
export function eventsPage(document: AsyncApiDocument): PageParts {
  const { info, asyncapi, servers } = document;
  const channels = Object.entries(document.channels).sort(([, a], [, b]) => (a.title < b.title ? -1 : 1));
  const { protocol, host, pathname, description } = Object.values(servers)[0]!;
  return {
    path: '/docs/events',
    heading: 'Events reference',
    body: `<p class="lead">${escapeHtml(info.description)}</p>
<dl class="facts">
${fact('Server', `<code>${escapeHtml(`${protocol}://${host}${pathname}`)}</code>`)}
${fact('Protocol', `MQTT 3.1.1 in WebSocket. ${escapeHtml(description)}`)}
${fact('Version', escapeHtml(`${info.version} (AsyncAPI ${asyncapi})`))}
</dl>
${search('Search addresses, messages and members', 'topics')}
${channels.map(([key, channel]) => section(key, channel, document)).join('\n')}`,
  };
}

/** `value` is HTML. */
const fact = (name: string, value: string): string => `<div><dt>${name}</dt><dd>${value}</dd></div>`;

function section(key: string, channel: Channel, { components }: AsyncApiDocument): string {
  const { address, title, parameters, messages } = channel;
  const id = escapeHtml(key);
  const named = Object.entries(parameters).map(
    ([name, { description }]) =>
      `<div><dt><code>${escapeHtml(name)}</code></dt><dd><p>${escapeHtml(description)}</p></dd></div>`,
  );
  return `<section class="entry card" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><a href="#${id}">${escapeHtml(title)}</a></h2>
<p class="address"><code>${breakable(address)}</code></p>
${named.length === 0 ? '' : `<h3>In the address</h3>\n<dl class="members">${named.join('')}</dl>`}
<h3>Messages</h3>
${Object.values(messages)
  .map(({ $ref }) => message(components.messages[$ref.split('/').at(-1)!]!))
  .join('\n')}
</section>`;
}

const message = ({ name, title, contentType, payload }: Message): string => `<details>
<summary><code>${breakable(name)}</code> <span>${escapeHtml(title)}</span></summary>
<p class="hint">${escapeHtml(contentType)}, in the form of CloudEvents 1.0</p>
${members(payload)}
</details>`;
