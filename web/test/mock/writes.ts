import type { IncomingMessage } from 'node:http';
import type { Applications } from './applications.ts';
import type { Mock } from './mock.ts';
import { problem } from './reply.ts';
import type { Reply } from './reply.ts';

/**
 * Somebody of the staff who is assigned to nothing: in their name files come, so that a page that goes by who is
 * assigned shows what it gets wrong.
 */
const colleague = { kind: 'user', id: '01939f00-0000-7000-8000-0000000000c9', name: 'Clara Clerk' };

/** What is written to an application: a decision, a document, a review. Undefined for an address of anything else. */
export const createWrites =
  (mock: Mock, applications: Applications) =>
  (request: IncomingMessage, pathname: string, body: Buffer): Reply | undefined => {
    const one = /^\/api\/v1\/applications\/([^/]+)$/.exec(pathname);
    // As it is before it is decided: what it was changed to since shows.
    if (one?.[1] && request.method === 'GET') return { body: applications.whole(one[1]) };
    const decision = /^\/api\/v1\/applications\/([^/]+)\/(approve|reject|confirm)$/.exec(pathname);
    if (decision?.[1]) {
      if (mock.conflict === 'checking')
        return problem(409, 'not-at-manual-step', 'Conflict', 'The application is still being checked by the system.');
      if (/Approved|Rejected/.test(mock.rows.find((one) => one.id === decision[1])?.status ?? ''))
        return problem(409, 'already-decided', 'Conflict', 'This application is decided already.');
      if (mock.conflict === 'decided') {
        mock.rows = mock.rows.map((one) =>
          one.id === decision[1] ? { ...one, status: 'Rejected', version: one.version + 1 } : one,
        );
        return problem(409, 'already-decided', 'Conflict', 'Rita Reviewer rejected this application a moment ago.');
      }
      mock.change(decision[1], {
        status: decision[2] === 'reject' ? 'Rejected' : decision[2] === 'approve' ? 'Approved' : 'Submitted',
        decidedAt: decision[2] === 'confirm' ? null : new Date().toISOString(),
      });
      return {};
    }
    const documents = /^\/api\/v1\/applications\/([^/]+)\/documents$/.exec(pathname);
    if (documents?.[1]) {
      const fileName = /filename="([^"]+)"/.exec(body.toString('latin1'))?.[1] ?? 'file';
      const requirementKey = /name="requirementKey"\r\n\r\n([^\r]+)/.exec(body.toString('latin1'))?.[1] ?? null;
      const replaces = /name="replaces"\r\n\r\n([^\r]+)/.exec(body.toString('latin1'))?.[1] ?? null;
      const asked = /name="audience"\r\n\r\n([^\r]+)/.exec(body.toString('latin1'))?.[1] ?? 'staff';
      if (fileName.endsWith('.exe'))
        return problem(
          415,
          'file-type',
          'Not this kind of file',
          'Programs are not accepted. Send a PDF, an image or a text.',
        );
      const now = applications.whole(documents[1]);
      // As the server: a repetition of what is kept already is answered as the first time was.
      const id = String(request.headers['idempotency-key'] ?? crypto.randomUUID());
      if (!now?.documents.some((one) => one.id === id))
        applications.edit(documents[1], {
          documents: [
            ...(now?.documents ?? []),
            {
              id,
              fileName,
              contentType: 'text/plain',
              size: body.length,
              reviewStatus: 'pending',
              requirementKey,
              replaces,
              scan: null,
              audience: requirementKey === null ? asked : 'client',
              mayChangeAudience: requirementKey === null,
              reason: null,
              reviewedAt: null,
              createdAt: new Date().toISOString(),
              uploadedBy: colleague,
            },
          ],
        });
      return {};
    }
    const review = /^\/api\/v1\/documents\/([^/]+)$/.exec(pathname);
    if (review && request.method === 'PUT') {
      const { reviewStatus, reason, seen, audience } = JSON.parse(body.toString());
      for (const one of [...mock.rows, ...mock.mine]) {
        const now = applications.whole(one.id);
        const found = now?.documents.find((document) => document.id === review[1]);
        if (!now || !found) continue;
        if (audience) {
          applications.edit(one.id, {
            documents: now.documents.map((document) => (document === found ? { ...document, audience } : document)),
          });
          continue;
        }
        if (seen.reviewStatus !== found.reviewStatus || seen.reviewedAt !== found.reviewedAt)
          return problem(
            409,
            'reviewed-meanwhile',
            'Conflict',
            `"${found.fileName}" was reviewed since you looked: it is ${found.reviewStatus} now.`,
          );
        applications.edit(one.id, {
          documents: now.documents.map((document) =>
            document === found ? { ...document, reviewStatus, reason, reviewedAt: new Date().toISOString() } : document,
          ),
        });
      }
      return {};
    }
    return undefined;
  };
