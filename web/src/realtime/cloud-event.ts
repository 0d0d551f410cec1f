import { isRecord } from '@dossier/sdk/web/ui/record';

/** What of a CloudEvent the page reads. */
export interface CloudEvent {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  /** Place in the log, as text: it may exceed what a number holds. */
  readonly seq: string;
  readonly data: unknown;
}

/** Null for anything that is not an event of ours; a strange message must not stop the stream. */
export const cloudEvent = (value: unknown): CloudEvent | null => {
  if (!isRecord(value) || typeof value['id'] !== 'string' || typeof value['type'] !== 'string') return null;
  const { id, type, subject, seq, data } = value;
  return {
    id,
    type,
    subject: typeof subject === 'string' ? subject : '',
    seq: typeof seq === 'string' || typeof seq === 'number' ? String(seq) : '',
    data,
  };
};

export const parseEvent = (text: string): CloudEvent | null => {
  try {
    return cloudEvent(JSON.parse(text));
  } catch {
    return null;
  }
};

/** What an event is about, of whatever type: the id of its subject, and its ids. */
export const idsOf = (event: CloudEvent): readonly string[] => {
  const subject = /^[^/]+\/(.+)$/.exec(event.subject)?.[1];
  const named = isRecord(event.data) && Array.isArray(event.data['ids']) ? event.data['ids'] : [];
  return [...new Set([subject, ...named].filter((id) => typeof id === 'string'))];
};
