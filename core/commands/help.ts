import { commands } from './index.ts';

/** What can be written, a line each. Asked before the configuration is read, so that a faulty one hides no help. */
export const helpText = (): string => `Commands of the platform:

${Object.values(commands)
  .map(({ usage }) => `  ${usage}`)
  .join('\n')}

Installed plugins add others; those that come along: account EMAIL NAME, password EMAIL, seed [--slug NAME].
From npm: npm run dossier -- audit verify. A command takes the settings of the server (README, "In production").`;
