import type { Token } from '@dossier/sdk';

/** A service replaced for a test: `given(Http, fake)`. */
export interface Given {
  readonly token: string;
  readonly value: unknown;
}

/**
 * Stands in for a service of the kernel, or of a plugin that is not installed, with as many of its members as the test
 * uses.
 */
export const given = <T>(token: Token<T, 'app'>, value: Partial<NoInfer<T>>): Given => ({ token: token.id, value });
