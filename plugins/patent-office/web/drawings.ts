/** First drawings of publications, as they came to this page: each is asked for once, wherever it is shown. */
import { ProblemError } from '@dossier/sdk/web';
import type { PluginHost } from '@dossier/sdk/web';
import { askDrawing, drawingPath } from './asking.ts';

const shown = new Map<string, Blob | null>();
const keyOf = (workspaceId: string, number: string): string => `${workspaceId} ${number}`;

/** Null where the office has none; undefined while nobody has asked on this page. */
export const knownDrawing = (workspaceId: string, number: string): Blob | null | undefined =>
  shown.get(keyOf(workspaceId, number));

/**
 * Asks for it, which costs a credit where the organization does not keep it. Null where the office has none; rejects
 * where it was not answered.
 */
export async function drawingOf(host: PluginHost, workspaceId: string, number: string): Promise<Blob | null> {
  let picture: Blob | null = null;
  try {
    await askDrawing(host, workspaceId, number);
    picture = await host.file(drawingPath(workspaceId, number));
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === 'no-drawing')) throw error;
  }
  shown.set(keyOf(workspaceId, number), picture);
  return picture;
}
