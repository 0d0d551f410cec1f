import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { profileAddress } from '@dossier/sdk/web/ui/addresses';
import { empty } from '@dossier/sdk/web/ui/states';
import type { View } from './notices.ts';

/** `address` of the view with every kind; `about` the kind that is chosen, empty for all. */
export function nothingListed({
  about,
  view,
  address,
  forTeams,
}: {
  readonly about: string;
  readonly view: View;
  readonly address: string;
  /** Whether something came to the reader's teams, which stands above. */
  readonly forTeams: boolean;
}): TemplateResult {
  if (about !== '')
    return empty({
      icon: 'filter',
      title: `Nothing under ${about}`,
      text: 'There is nothing of this kind among what is shown.',
      action: html`<a class="button" href=${address}>Show all</a>`,
    });
  if (view === 'done')
    return empty({
      icon: 'check',
      title: 'Nothing is done yet',
      text: 'What you put away as done is kept here, and can be brought back.',
    });
  return empty({
    icon: 'check',
    title: forTeams ? 'Nothing else to see' : 'Nothing to see',
    text: [
      'What comes next shows up here by itself: work that is given to you, a comment that names you, an answer to what',
      'you asked. You choose what that is, and whether it comes by e-mail too.',
    ].join(' '),
    action: html`<a class="button" href=${profileAddress('notifications')}>Choose what reaches you</a>`,
  });
}
