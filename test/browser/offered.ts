/** What clients of the demonstration apply for: templates as an administrator makes them, and the looks of pages. */
import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { violationsInBoth } from '../../web/test/axe.ts';
import { sideways } from '../../web/test/sideways.ts';
import type { Person, Stage } from './stage.ts';

const workspaceOf = (path: string): string => path.split('/').at(-2) ?? '';

export const offering = (stage: Stage) => {
  const admin = stage.person('admin');
  const [staff, clients] = [workspaceOf(stage.staffList), workspaceOf(stage.clientList)];
  /** By REST; throws what was refused. */
  const said = async (who: Person, method: string, path: string, body?: unknown) => {
    const reply = await stage.rest(who, method, path, body);
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return Object(reply.body);
  };
  /** Clients of the demonstration apply for nothing until they may. */
  const letClientsApply = async (): Promise<void> => {
    const { roles } = await said(admin, 'GET', `/api/v1/workspaces/${clients}/access`);
    const member = roles.find(
      (role: { teamName: string; name: string }) => role.teamName === 'Clients' && /member/i.test(role.name),
    );
    await said(admin, 'PUT', `/api/v1/workspaces/${clients}/access`, {
      grants: [{ teamRoleId: member.id, permission: 'applications.create', granted: true }],
    });
  };
  return {
    clients,
    said,
    /** Publishes a template and offers it to clients; returns its id. */
    async offer(template: object): Promise<string> {
      const { id } = await said(admin, 'POST', '/api/v1/templates', template);
      await said(admin, 'POST', `/api/v1/templates/${id}/publish`, {});
      await said(admin, 'PUT', `/api/v1/templates/${id}/offers/${clients}`, { workspaceId: staff });
      await letClientsApply();
      return id;
    },
    /** Publishes it anew with another content. */
    async publish(id: string, content: object): Promise<void> {
      const { name, description, draft } = await said(admin, 'GET', `/api/v1/templates/${id}`);
      await said(admin, 'PUT', `/api/v1/templates/${id}`, { name, description, ...draft, ...content });
      await said(admin, 'POST', `/api/v1/templates/${id}/publish`, {});
    },
  };
};

/** Nothing to complain about, light and dark, at three widths. `PICTURE` is the beginning of the path of pictures. */
export const looks = async (t: Test, page: Page, name: string): Promise<void> => {
  for (const width of [1440, 768, 390]) {
    // What the other width brings is drawn in the light at once: no colours are on their way.
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width, height: 844 });
    t.same(await violationsInBoth(page), [], `${name} at ${width}`);
    t.same(await sideways(page), [], `${name} at ${width}`);
    if (process.env['PICTURE'])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({
          path: `${process.env['PICTURE']}-${name}-${width}-${colorScheme}.png`,
          fullPage: true,
        });
      }
  }
};
