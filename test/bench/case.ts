/**
 * What an officer waits for who opens a case: from the click on its row in the queue until its page stands. In a real
 * Chromium, on the embedded default with its demonstration, each case another one, with a document.
 */
import { availableParallelism } from 'node:os';
import { paper } from '../../plugins/demo/paper.ts';
import { openStage } from '../browser/stage.ts';
import type { Stage } from '../browser/stage.ts';
import { atMost } from './compare.ts';
import type { Result } from './compare.ts';
import { median, quantile } from './load.ts';

const MOST = 300;

/** Milliseconds after the click. */
interface Opened {
  readonly ready: number;
  /** Until the name of its document stands there as well. */
  readonly document: number;
}

export async function caseTimes(o: { readonly opens: number }): Promise<readonly Result[]> {
  const stage = await openStage();
  try {
    const names: string[] = [];
    for (let n = 1; n <= o.opens; n++) names.push(await withDocument(stage, n));
    const { page, faults } = await stage.as('officer', stage.staffList, { width: 1440, height: 1400 });
    const opened: Opened[] = [];
    for (const name of names.toReversed()) {
      const link = page.getByRole('link', { name, exact: true });
      await link.waitFor();
      const ready = page.evaluate(untilReady, name);
      await link.click();
      opened.push(await ready);
      await page.goBack();
    }
    if (faults.length > 0) throw new Error(`The page complained: ${faults.join('; ')}`);
    const times = opened.map(({ ready }) => ready).toSorted((a, b) => a - b);
    const middle = median(times);
    return [
      atMost('case ready after a click', middle, {
        most: MOST,
        unit: 'ms',
        shown: `${middle.toFixed(0)} ms in the middle of ${times.length} (${times[0]!.toFixed(0)} to ${quantile(times, 1).toFixed(0)}, the first ${opened[0]!.ready.toFixed(0)}; its document ${median(opened.map(({ document }) => document)).toFixed(0)}; ${availableParallelism()} processors)`,
      }),
    ];
  } finally {
    await stage.close();
  }
}

/** A case that waits for an officer; the name by which its row is found. */
async function withDocument(stage: Stage, n: number): Promise<string> {
  const id = await stage.submit('doubtful', `Opened${n}`, 'Case');
  const { status, body } = await stage.rest('key', 'POST', `/api/v1/applications/${id}/documents`, {
    files: [
      {
        fileName: `payslip-${n}.pdf`,
        contentType: 'application/pdf',
        contentBase64: Buffer.from(paper(`Payslip ${n}`)).toString('base64'),
      },
    ],
  });
  if (status !== 201) throw new Error(`The document was refused with ${status}: ${JSON.stringify(body)}`);
  return `Opened${n} Case`;
}

/**
 * In the page: waits for a click, and then until the case of this name is ready. Ready is: the head with the
 * applicant's name, at least one answer, and the button to approve have boxes of their own, and the frame in which they
 * were first seen has been painted (another has begun).
 */
async function untilReady(name: string): Promise<Opened> {
  const find = (root: ParentNode, selector: string): Element | null => {
    const here = root.querySelector(selector);
    if (here) return here;
    for (const one of root.querySelectorAll('*')) {
      const inside = one.shadowRoot && find(one.shadowRoot, selector);
      if (inside) return inside;
    }
    return null;
  };
  const frame = (): Promise<number> =>
    new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())));
  const clicked = await new Promise<number>((resolve) =>
    addEventListener('click', ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true }),
  );
  const shown = (selector: string): HTMLElement | null => {
    const found = find(document, 'dossier-case')?.shadowRoot?.querySelector<HTMLElement>(selector) ?? null;
    return found && found.getClientRects().length > 0 ? found : null;
  };
  const until = async (holds: () => boolean): Promise<number> => {
    const end = clicked + 20_000;
    while (!holds()) if ((await frame()) > end) throw new Error(`The case of ${name} did not get ready.`);
    return (await frame()) - clicked;
  };
  const ready = await until(
    () =>
      shown('header.verdict h1')?.textContent?.trim() === name &&
      shown('.answers dd') !== null &&
      shown('.acts .button.primary')?.textContent?.includes('Approve') === true,
  );
  const card = shown('#documents');
  const papers = await until(() => card !== null && /payslip-\d+\.pdf/.test(textOf(card)));
  return { ready, document: papers };

  function textOf(root: Element | ShadowRoot): string {
    return [
      root.textContent ?? '',
      ...[...root.querySelectorAll('*')].map((one) => (one.shadowRoot ? textOf(one.shadowRoot) : '')),
    ].join('');
  }
}
