/** Cases that are run against a template without any effect, for who tries one out. */
import { service } from '@dossier/sdk';
import type { WorkspaceAccess } from '@dossier/sdk';
import type { TemplateVersion } from '../../templates/contract.ts';
import type { Reason, WorkflowCase } from '../contract.ts';

/** The end to which SYSTEM steps bring a case: nobody was asked, an officer is, or something else is waited for. */
export interface Ending {
  readonly end: 'approved' | 'halted' | 'waiting';
  /** The MANUAL step at which it halts, or the SYSTEM step that waits; null when it is approved. */
  readonly step: { readonly key: string; readonly name: string } | null;
}

/** A case that was tried. Then and now are named by the steps of the template that it was tried with. */
export interface Trial {
  /** The end then, whatever officers decided afterwards; null while the system has not come to one. */
  readonly then: Ending | null;
  /** The end now; null when it could not be tried. */
  readonly now: Ending | null;
  /** The reason for which it could not be tried; null when it was. */
  readonly notTried: string | null;
  /** Reasons for which it would halt or wait now. */
  readonly reasons: readonly Reason[];
}

/** Runs cases against a template, without any effect: nothing is written, sent or asked outside. */
export interface DryRun {
  /**
   * Tries each case, by its id. Handlers are those of the workspace of `access`, whose right to read the cases the
   * caller has asked for. Handlers that call outside are not asked: what they answered at the step of the same key is
   * replayed; where nothing was kept the case is not tried. Give a hundred or so at a time, outside of transactions.
   */
  tryOut(
    access: WorkspaceAccess,
    template: TemplateVersion,
    cases: readonly Omit<WorkflowCase, 'template'>[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Trial>>;
}
export const DryRun = service<DryRun>('workflow/dry-run@1');
