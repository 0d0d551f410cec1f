import { Problem } from '@dossier/sdk';
import type { OrganizationId } from '@dossier/sdk';
import type { AssistantSettings } from '../settings.ts';
import { modelAt } from './model.ts';
import type { Model, ModelDeps } from './model.ts';

/** The models of organizations. */
export interface Models {
  /** Model of an organization, null where none is connected. Throws where its settings cannot be read. */
  of(organization: OrganizationId): Promise<Model | null>;
}

/** `usual` is the model of a demonstration, for organizations that have entered none. */
export const createModels = (
  o: ModelDeps,
  settings: (organization: OrganizationId) => Promise<AssistantSettings>,
  usual: () => AssistantSettings | null,
): Models => ({
  async of(organization) {
    try {
      return modelAt(o, await settings(organization));
    } catch (error) {
      if (!(Problem.is(error) && error.code === 'not-set-up')) throw error;
      const own = usual();
      return own && modelAt(o, own, true);
    }
  },
});
