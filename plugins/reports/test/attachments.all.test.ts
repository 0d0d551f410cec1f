/** Files of reports that go with the e-mails of schedules, where an organization allows it. */
import { t } from '@dossier/core/testing/t';
import { testClock } from '@dossier/core/testing';
import { mayView, stage } from './stage.ts';

const { platform, acme, base, mails, postOffice, content } = await stage({
  clock: testClock(new Date('2027-03-01T12:00:00Z')),
});
t.teardown(() => platform.stop());
const settings = '/api/v1/integrations/reports';
const plan = {
  name: 'Every day',
  template: 'monthly-operations',
  format: 'pdf',
  timeZone: 'UTC',
  recipients: [acme.officer.id, acme.admin.id],
  recurrence: { every: 'day', at: '08:00' },
};
const { id } = (await acme.officer.post(`${base}/report-schedules`, plan)).body;

/** Lets the report of a day be made. Returns its run and the e-mails that went out. */
async function day(moment: string) {
  const before = mails.length;
  platform.clock.advance(new Date(moment).getTime() - platform.clock.time());
  await platform.settle();
  return {
    run: (await acme.officer.get(`${base}/report-runs?scheduleId=${id}`)).body[0],
    emails: mails.slice(before),
  };
}

t.before(() => day('2027-03-01T12:01:00Z'));

t.test('nothing of a report leaves with its e-mail', async (t) => {
  const { run, emails } = await day('2027-03-02T08:00:30Z');
  t.match(run, { state: 'done' });
  t.same(
    emails.map(({ files }) => files.length),
    [0, 0],
  );
  t.notMatch(emails[0]!.text, /attached/);
});

t.test('unless the organization allows it, up to a size', async (t) => {
  t.match(await acme.admin.put(settings, { values: { attachUpTo: 21 } }), {
    status: 422,
    body: { errors: [{ pointer: '/values/attachUpTo' }] },
  });
  t.equal((await acme.admin.put(settings, { values: { attachUpTo: 1 } })).status, 200);
  const { run, emails } = await day('2027-03-03T08:00:30Z');
  const { bytes } = await content(run.id);
  for (const { files, text } of emails) {
    t.match(files, [{ name: run.fileName, contentType: 'application/pdf' }]);
    t.ok(bytes.equals(files[0]!.bytes), 'the very file that the link leads to');
    t.match(text, /is attached[^]*\/reports\/runs\/[^]*not protected/, 'with the link, and a word of what that means');
  }
  t.equal(emails.length, 2);
});

t.test(
  'a recipient who may no longer view reports when the e-mail leaves gets the link alone, and so does everybody once attachments are not allowed any more',
  async (t) => {
    postOffice.open = false;
    t.same((await day('2027-03-04T08:00:30Z')).emails, []);
    await mayView(acme, 'officer', false);
    postOffice.open = true;
    const { emails } = await day('2027-03-04T08:05:00Z');
    t.same(emails.map(({ to, files }) => `${to.address} ${files.length}`).toSorted(), [
      'ada.admin@acme.example 1',
      'otto.officer@acme.example 0',
    ]);
    await mayView(acme, 'officer', true);

    postOffice.open = false;
    await day('2027-03-05T08:00:30Z');
    t.equal((await acme.admin.put(settings, { values: { attachUpTo: 0 } })).status, 200);
    postOffice.open = true;
    t.same(
      (await day('2027-03-05T08:05:00Z')).emails.map(({ files }) => files.length),
      [0, 0],
    );
  },
);
