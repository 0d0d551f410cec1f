/** Cases that are run against a template without any effect, for who tries one out. */
import { service } from '@dossier/sdk';
import type { WorkspaceAccess } from '@dossier/sdk';
import type { TemplateVersion } from '../../templates/contract.ts';
import type { Reason, WorkflowCase } from '../contract.ts';

/** How the SYSTEM steps of a case end: nobody was asked, an officer is, or something else is waited for. */
export interface Ending {
  readonly end: 'approved' | 'halted' | 'waiting';
  /** The MANUAL step at which it halts, or the SYSTEM step that waits; null when it is approved. */
  readonly step: { readonly key: string; readonly name: string } | null;
}

/** A case that was tried. Then and now are named by the steps of the template that it was tried with. */
export interface Trial {
  /** Null while the system has not come to an end with it. What officers decided afterwards is not looked at. */
  readonly then: Ending | null;
  /** Null when it could not be tried. */
  readonly now: Ending | null;
  /** Why it could not be tried. */
  readonly notTried: string | null;
  /** Why it would halt or wait now. */
  readonly reasons: readonly Reason[];
}

/** Runs cases against a template, without any effect: nothing is written, sent or asked outside. */
export interface DryRun {
  /**
   * By the id of each case. Handlers are those of the workspace of `access`, whose right to read the cases the caller
   * has asked for. Handlers that call outside are not asked: what they answered at the step of the same key is
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
