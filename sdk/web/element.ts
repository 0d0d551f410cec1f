import { ContextConsumer } from '@lit/context';
import { LitElement } from 'lit';
import type { CSSResultGroup } from 'lit';
import { hostContext, sessionContext, workspaceContext } from './contexts.ts';
import { catching, tellFailure } from './element-failed.ts';
import type { HostSession, HostWorkspace, PluginHost } from './host.ts';
import { sharedStyles } from './styles.ts';

/**
 * The base of every element in the page: the shared sheet, and the shell's contexts.
 *
 * Subclasses give their own sheet as `static override styles = [DossierElement.styles, css`…`]`
 * and declare reactive properties as `static override properties` with `declare` fields.
 */
export class DossierElement extends LitElement {
  static override styles: CSSResultGroup = [sharedStyles];

  readonly #host = new ContextConsumer(this, { context: hostContext, subscribe: true });
  readonly #session = new ContextConsumer(this, { context: sessionContext, subscribe: true });
  readonly #workspace = new ContextConsumer(this, { context: workspaceContext, subscribe: true });

  /** What this element may do with the page. Throws outside the shell, for example before it is connected. */
  get host(): PluginHost {
    const host = this.#host.value;
    if (!host) throw new Error(`<${this.localName}> asked for its host before it was placed inside the shell.`);
    return host;
  }

  get session(): HostSession | undefined {
    return this.#session.value;
  }

  /**
   * Whether the person holds one of these permissions in the organization or one of its teams. Only for what is
   * offered: the server decides.
   */
  holds(...anyOf: readonly string[]): boolean {
    return anyOf.some((permission) => this.session?.permissions?.includes(permission) === true);
  }

  get workspace(): HostWorkspace | undefined {
    return this.#workspace.value;
  }

  /** What cannot be drawn is shown by the part of the page in which it stands, and the rest of the page stays. */
  protected override scheduleUpdate(): void | Promise<unknown> {
    let failed: { readonly error: unknown } | undefined;
    const done = catching(
      () => super.scheduleUpdate(),
      (error) => {
        failed ??= { error };
      },
    );
    if (failed && !tellFailure(this, failed.error)) throw failed.error;
    return done;
  }
}

/** Defines an element once; a second definition of the same tag (a reloaded plugin) is left alone. */
export const define = (tag: `${string}-${string}`, element: CustomElementConstructor): void => {
  if (!customElements.get(tag)) customElements.define(tag, element);
};
