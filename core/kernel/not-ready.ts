import { Problem } from '@dossier/sdk';

/** 503 while the plugin behind a thing is starting, failing or stopped; the rest of the service goes on. */
export const pluginNotReady = (plugin?: string): Problem => {
  const part = plugin === undefined ? 'This part of the service' : `This part of the service (${plugin})`;
  return new Problem(503, 'plugin-not-ready', 'Not ready', {
    detail: `${part} is starting or failing; the rest works. Try again shortly.`,
    headers: { 'retry-after': '5' },
  });
};
