/** Operations on the steps of the workflow. */
import type { WorkflowStepDefinition } from '../../contract.ts';
import { keyFrom, unlike } from './names.ts';

export type Flow = readonly WorkflowStepDefinition[];
/** `undefined` takes a member out. */
export type StepChange = {
  readonly [member in keyof WorkflowStepDefinition]?: WorkflowStepDefinition[member] | undefined;
};

/** A new step: a check before the first step at which somebody decides, a decision at the end. */
export const addWorkflowStep = (
  flow: Flow,
  o: { readonly kind: 'SYSTEM' | 'MANUAL'; readonly name: string; readonly handler?: string },
): { readonly flow: Flow; readonly step: WorkflowStepDefinition } => {
  const name = unlike(o.name, new Set(flow.map((one) => one.name)));
  const key = unlike(keyFrom(o.name, 'step'), new Set(flow.map((one) => one.key)));
  const step: WorkflowStepDefinition = {
    key,
    name,
    kind: o.kind,
    ...(o.handler === undefined ? {} : { handler: o.handler }),
  };
  const manual = flow.findIndex(({ kind }) => kind === 'MANUAL');
  return { flow: flow.toSpliced(o.kind === 'SYSTEM' && manual >= 0 ? manual : flow.length, 0, step), step };
};

export const changeWorkflowStep = (flow: Flow, key: string, change: StepChange): Flow =>
  flow.map((step) => (step.key === key ? merged(step, change) : step));

const merged = (step: WorkflowStepDefinition, change: StepChange): WorkflowStepDefinition => {
  const all = { ...step, ...change };
  const { handler, settings, forClients, role, checklist, due, secondApprover, assignment, note, escalateTo } = all;
  return {
    key: step.key,
    name: all.name ?? step.name,
    kind: all.kind ?? step.kind,
    ...(handler === undefined ? {} : { handler }),
    ...(settings === undefined ? {} : { settings }),
    ...(forClients === undefined ? {} : { forClients }),
    ...(role === undefined ? {} : { role }),
    ...(checklist === undefined ? {} : { checklist }),
    ...(due === undefined ? {} : { due }),
    ...(secondApprover === undefined ? {} : { secondApprover }),
    ...(assignment === undefined ? {} : { assignment }),
    ...(note === undefined ? {} : { note }),
    ...(escalateTo === undefined ? {} : { escalateTo }),
  };
};

/** By so many places; the same list when there is no further. */
export const moveWorkflowStep = (flow: Flow, key: string, by: -1 | 1): Flow => {
  const at = flow.findIndex((one) => one.key === key);
  const step = flow[at];
  return step && flow[at + by] ? flow.toSpliced(at, 1).toSpliced(at + by, 0, step) : flow;
};

export const removeWorkflowStep = (flow: Flow, key: string): Flow => flow.filter((one) => one.key !== key);

/** A checklist from its lines. A point that is there already keeps its key, and so does one that is worded anew. */
export const checklistFrom = (
  text: string,
  before: NonNullable<WorkflowStepDefinition['checklist']>,
): WorkflowStepDefinition['checklist'] => {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const taken = new Set<string>();
  const points = lines.map((line, i) => {
    const same = before.find((one) => one.text === line && !taken.has(one.key));
    const worded = before[i] && !lines.includes(before[i].text) && !taken.has(before[i].key) ? before[i] : undefined;
    const key = same?.key ?? worded?.key ?? unlike(keyFrom(line, 'point'), new Set([...taken, ...keysOf(before)]));
    taken.add(key);
    return { key, text: line };
  });
  return points.length > 0 ? points : undefined;
};

const keysOf = (points: readonly { readonly key: string }[]): readonly string[] => points.map(({ key }) => key);
