import { reasonOf as textOf } from '@dossier/sdk';

/** A fault of a plugin or of the installation, with a stable code. Never shown to a client: those get a `Problem`. */
export class HostError extends Error {
  readonly code: string;
  readonly plugin: string;

  constructor(code: string, plugin: string, text: string, cause?: unknown) {
    super(text, { cause });
    this.name = 'HostError';
    this.code = code;
    this.plugin = plugin;
  }
}

/** Text of whatever was thrown, with the code when the host made it. Never throws. */
export function reasonOf(error: unknown): string {
  return error instanceof HostError ? `${error.code}: ${error.message}` : textOf(error, 10_000);
}
