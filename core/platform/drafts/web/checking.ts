import { checksOf, formOf } from '../../templates/form/index.ts';
import type { DraftReply } from '../contract.ts';
import type { Checks } from './steps.ts';

/** What the answers of a draft are checked with; loaded once for each form, and again after it did not come. */
export class Checking {
  #of = '';
  #ready: Promise<Checks> | null = null;

  /** Rejects where a part of it does not come, for want of a connection for example. */
  for({ templateId, templateVersion, language, today, form }: DraftReply): Promise<Checks> {
    const of = `${templateId} ${templateVersion} ${language} ${today}`;
    if (this.#ready && this.#of === of) return this.#ready;
    const ready = checksOf(formOf(form), today);
    [this.#of, this.#ready] = [of, ready];
    void ready.catch(() => {
      if (this.#ready === ready) this.#ready = null;
    });
    return ready;
  }
}
