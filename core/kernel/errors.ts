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

/** Text of whatever was thrown, with the code when the host made it. */
export function reasonOf(error: unknown): string {
  if (error instanceof HostError) return `${error.code}: ${error.message}`;
  return error instanceof Error ? error.message || error.name : String(error);
}
