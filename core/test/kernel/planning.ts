import type { Plugin } from '@dossier/sdk';
import { facilityPlans } from '../../boot/facilities.ts';
import { plan as planOf } from '../../kernel/index.ts';
import type { Plan } from '../../kernel/index.ts';

/** What a plugin of these tests has in addition to its id. */
export const base = { version: '1.0.0', kernel: '^1.0.0', setup: () => undefined };

/** The plan of these plugins with the facilities of the product. */
export const plan = (plugins: readonly Plugin[], given: readonly string[] = []): Plan =>
  planOf(plugins, {
    kernelVersion: '1.2.0',
    given: { services: given, points: ['kernel/authenticator@1'] },
    facilities: facilityPlans,
  });
export const codes = (made: Plan): string[] => made.problems.map((problem) => problem.code);
export const texts = (made: Plan, code: string): string[] =>
  made.problems.filter((problem) => problem.code === code).map((problem) => problem.text);
