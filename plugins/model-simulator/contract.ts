import { service } from '@dossier/sdk';

/** The scripted language model inside this process, for demonstrations: it understands nothing. */
export interface SimulatedModel {
  /** Address that stands for `https://api.openai.com/v1`, or null when it does not serve: nobody's real work rests on it. */
  url(): string | null;
  /** Known to this process alone. */
  readonly key: string;
  /** Name of the model that a demonstration asks. */
  readonly model: string;
}
export const SimulatedModel = service<SimulatedModel>('model-simulator/model@1');
