import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { Problem } from './draft.controller.ts';

/** Faults of what a pointer names, and of what is below it. */
export const faultsAt = (problems: readonly Problem[], pointer: string): readonly Problem[] =>
  problems.filter((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`));

/** What is wrong, beside what it is about. */
export const faultLines = (problems: readonly Problem[]): readonly TemplateResult[] =>
  problems.map(({ detail }) => html`<p class="fault">${detail}</p>`);
