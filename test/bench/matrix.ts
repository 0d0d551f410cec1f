import type { Page } from 'playwright-core';

/**
 * A made-up matrix, as `GET /api/v1/workspaces/{id}/access` answers: roles of four teams, permissions of four features.
 */
export const big = (roles: number, permissions: number): object => {
  const columns = Array.from({ length: roles }, (_, i) => ({
    id: `role-${i}`,
    teamId: `team-${Math.floor(i / 3)}`,
    teamName: `Team ${Math.floor(i / 3) + 1}`,
    name: ['Owner', 'Member', 'Guest'][i % 3],
  }));
  const rows = Array.from({ length: permissions }, (_, i) => {
    const feature = Math.floor((i * 4) / permissions);
    return {
      id: `permission-${i}`,
      title: `Permission ${i + 1}`,
      feature: `feature-${feature}`,
      featureTitle: `Feature ${feature + 1}`,
    };
  });
  return {
    version: 'made-up',
    roles: columns,
    permissions: rows,
    changes: [],
    features: Array.from({ length: 4 }, (_, i) => ({
      id: `feature-${i}`,
      title: `Feature ${i + 1}`,
      description: '',
      on: true,
      requires: [],
      changed: null,
    })),
    grants: columns.flatMap((role, x) =>
      rows.filter((_, y) => (x + y) % 3 === 0).map((row) => ({ teamRoleId: role.id, permission: row.id })),
    ),
  };
};

/**
 * Milliseconds, each up to the finished layout: the quickest of several rounds, because others may be at work on the
 * machine.
 */
export interface MatrixTimes {
  readonly boxes: number;
  readonly rounds: number;
  /** Boxes that stand otherwise after the rounds of ticking one. */
  readonly changed: number;
  readonly drawn: number;
  readonly ticked: number;
  readonly group: number;
}

/** Draws the matrix that is on the page anew, and ticks in it, several times. */
export const timed = async (page: Page, most = 12): Promise<MatrixTimes> => {
  const found: unknown = await page.locator('dossier-access-matrix').evaluate(async (shown, most) => {
    const settled = async (element: Element): Promise<void> => {
      if ('updateComplete' in element) await element.updateComplete;
      element.getBoundingClientRect();
    };
    const several = async (one: () => Promise<void>): Promise<number> => {
      const times: number[] = [];
      for (let i = 0; i < most; i += 1) {
        const started = performance.now();
        await one();
        times.push(performance.now() - started);
      }
      return Math.min(...times);
    };
    const inputs = (selector: string): readonly HTMLInputElement[] => [
      ...(shown.shadowRoot?.querySelectorAll<HTMLInputElement>(selector) ?? []),
    ];
    const page = shown.getRootNode();
    const owner = page instanceof ShadowRoot ? page.host : shown;
    const click = (selector: string) => {
      let at = 0;
      return async (): Promise<void> => {
        inputs(selector)[(at += 1)]?.click();
        await settled(owner);
        await settled(shown);
      };
    };
    const properties = ['base', 'draft', 'theirs', 'roles', 'filter'] as const;
    const drawn = await several(async () => {
      const fresh = document.createElement('dossier-access-matrix');
      for (const name of properties) Object.assign(fresh, { [name]: Reflect.get(shown, name) });
      shown.after(fresh);
      await settled(fresh);
      fresh.remove();
    });
    const boxes = (): readonly boolean[] => inputs('input[data-box]').map((box) => box.checked);
    const before = boxes();
    const ticked = await several(click('input[data-box]'));
    const changed = boxes().filter((checked, i) => checked !== before[i]).length;
    return {
      rounds: most,
      boxes: before.length,
      changed,
      drawn,
      ticked,
      group: await several(click('input[data-group]')),
    };
  }, most);
  const { boxes, rounds, changed, drawn, ticked, group } = Object(found);
  return {
    boxes: Number(boxes),
    rounds: Number(rounds),
    changed: Number(changed),
    drawn: Number(drawn),
    ticked: Number(ticked),
    group: Number(group),
  };
};
