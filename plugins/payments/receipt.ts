/** The receipt of a payment, as a letter of the organization. */
import { notFound, Problem, respond } from '@dossier/sdk';
import type { Answer, WorkspaceAccess } from '@dossier/sdk';
import type { Applications } from '@dossier/core/platform/applications/contract';
import type { Papers } from '@dossier/core/platform/reporting/contract';
import type { Tenancy } from '@dossier/core/platform/tenancy/contract';
import type { Ledger } from './ledger.ts';
import { amountIn } from './web/money.ts';

export interface Receipts {
  /** A PDF. Throws 404: `no-receipt` where nothing was paid, or nothing draws it. */
  of(access: WorkspaceAccess, applicationId: string, signal: AbortSignal): Promise<Answer<Uint8Array>>;
}

interface Deps {
  readonly applications: Pick<Applications, 'get'>;
  readonly ledger: Pick<Ledger, 'show'>;
  readonly tenancy: Pick<Tenancy, 'organization'>;
  readonly papers: Papers | undefined;
}

export const createReceipts = ({ applications, ledger, tenancy, papers }: Deps): Receipts => ({
  async of(access, id, signal) {
    const application = await applications.get(access, id);
    const payment = await ledger.show(access, id);
    const organization = await tenancy.organization(access.organization);
    if (!application || !organization) throw notFound();
    const { received, settledAt } = payment ?? {};
    if (!payment || !received || !settledAt || !papers)
      throw new Problem(404, 'no-receipt', 'No receipt', {
        detail: 'There is a receipt once the payment is recorded.',
      });
    const { language, name } = organization;
    const amount = amountIn(language, { minor: BigInt(payment.amount.minor), currency: payment.amount.currency });
    // The day reads like the rest of the letter: `en` alone would write the month first.
    const day = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
      dateStyle: 'long',
      timeZone: 'UTC',
    }).format(new Date(received.date));
    const bytes = await papers.of(
      access.organization,
      {
        title: 'Receipt',
        subtitle: payment.purpose,
        lead: `${amount}, paid on ${day}`,
        facts: [
          { label: 'Application', value: `${application.number}, ${application.templateName}` },
          { label: 'Paid for', value: application.applicantName },
          { label: 'Payment reference', value: received.reference },
        ],
        paragraphs: [`${name} has received ${amount} for application ${application.number}: ${payment.purpose}.`],
        createdAt: settledAt,
        createdBy: name,
      },
      { signal },
    );
    return respond(bytes, {
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="receipt-${application.number}.pdf"`,
        'cache-control': 'private, no-cache',
      },
    });
  },
});
