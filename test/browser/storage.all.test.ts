/** An administrator connects a bucket for the files of the organization, and switches it off, with documents in use. */
import { t } from '@dossier/core/testing/t';
import { startStorage } from '@dossier/storage-s3/testing';
import type { Locator } from 'playwright-core';
import type { Test } from 'tap';
import { violationsInBoth } from '../../web/test/axe.ts';
import { sideways } from '../../web/test/sideways.ts';
import { openStage } from './stage.ts';
import { confirm } from './steps.ts';

const storage = await startStorage();
t.teardown(() => storage.stop());
const stage = await openStage({ OUTBOUND_PRIVATE_NETWORKS: '127.0.0.0/8', STORAGE_S3_ALLOW_PLAIN: 'true' });
t.teardown(() => stage.close());
const id = await stage.submit('doubtful', 'Stella', 'Storage');

const { page: settings, faults } = await stage.as('admin', stage.picker.replace(/\/orgs$/, '/settings/integrations'));
const { page: work, faults: faultsAtWork } = await stage.as('officer', `${stage.staffList}/${id}`);

const field = (name: string): Locator => settings.getByRole('textbox', { name, exact: true });
const box = (name: string): Locator => settings.getByRole('checkbox', { name, exact: true });
const button = (name: string): Locator => settings.getByRole('button', { name, exact: true });
const panel = settings.getByRole('region', { name: 'Result of the test' });
const tested = async (outcome: string): Promise<readonly string[]> => {
  await button('Test Connection').click();
  await panel.getByRole('heading', { name: outcome, exact: true }).waitFor();
  return panel.getByRole('listitem').allInnerTexts();
};
/** Sentence below the name of the bucket, which has the focus. */
const fault = async (begin: RegExp): Promise<string> => {
  await settings.getByText(begin).waitFor();
  const faulty = settings.locator('input:focus[aria-invalid=true][aria-describedby~=bucket-fault]');
  await field('Bucket').and(faulty).waitFor();
  return settings.locator('#bucket-fault').innerText();
};

/** Complaints about the page on a phone and a desk, light and dark: none. It is left on the desk, light. */
const looks = async (t: Test, what: string): Promise<void> => {
  for (const width of [390, 1280]) {
    await settings.setViewportSize({ width, height: 800 });
    t.strictSame(await violationsInBoth(settings), [], `${what}, ${width} px`);
    t.strictSame(await sideways(settings), [], `${what}, ${width} px`);
  }
  await settings.emulateMedia({ colorScheme: 'light' });
};

/** File of the officer, sent with a text of its own. */
const send = async (name: string): Promise<void> => {
  const buffer = Buffer.from(`The text of ${name}`);
  await work.getByLabel('Choose files to upload').setInputFiles({ name, mimeType: 'text/plain', buffer });
};
/** Preview of a document, asked for anew where one is open. */
const preview = async (name: string): Promise<Locator> => {
  const close = work.getByRole('button', { name: 'Close the preview' });
  if (await close.isVisible()) await close.click();
  await close.waitFor({ state: 'detached' });
  await work.getByRole('button', { name: `Preview ${name}` }).click();
  return work.getByRole('region', { name, exact: true });
};
const opens = async (...names: readonly string[]): Promise<void> => {
  for (const name of names) await (await preview(name)).getByText(`The text of ${name}`).waitFor();
};
/** Texts of the objects that are there. */
const bucket = (): readonly string[] => [...storage.objects.values()].map(String);

t.test('a document is on the server before there is any bucket', async (t) => {
  await work.getByRole('button', { name: 'Add', exact: true }).click();
  await send('before.txt');
  await opens('before.txt');
  t.strictSame(bucket(), []);
});

t.test('a test stops at the wrong key, passes with the right one, and keys are not shown again', async (t) => {
  await settings.getByRole('link', { name: 'Storage: S3' }).click();
  await settings.getByText('Not saved yet').waitFor();
  await panel.getByRole('heading', { name: 'Not tested' }).waitFor();
  await looks(t, 'empty');

  await field('Address').fill(storage.url);
  await field('Region').fill(storage.region);
  await field('Bucket').fill(storage.bucket);
  await box('Bucket in the path').check();
  await field('Access key').fill(storage.accessKey);
  await field('Secret key').fill('not-it');
  const [first, ...others] = await tested('Stopped at step 1 of 4');
  t.match(
    first,
    /^The secret key is wrong\s+: failed\s.*does not belong to the access key\. .*Enter both keys again\.\s/,
  );
  t.strictSame(
    others.map((text) => /not tried/.test(text)),
    [true, true, true],
  );
  await looks(t, 'failed test');

  await field('Secret key').fill(storage.secretKey);
  const passed = await tested('Everything works');
  t.strictSame(
    passed.map((text) => text.split('\n')[0]),
    [
      'The bucket takes a file',
      'It gives the file back',
      'Uploads that broke off can be found',
      'It takes the file away again',
    ],
  );
  t.equal(await panel.getByText(': passed').count(), 4);
  t.strictSame(bucket(), [], 'a test leaves nothing there');
  await looks(t, 'passed test');

  await button('Save').click();
  await settings.getByText('Takes new files', { exact: true }).waitFor();
  for (const name of ['Access key', 'Secret key'])
    t.match(await settings.getByRole('group', { name, exact: true }).innerText(), /Set on .* by .*\.\s+Replace/);
  await settings.reload();
  await button('Replace Secret key').waitFor();
  const written = await settings.evaluate(() => {
    const within = (root: ParentNode): string[] =>
      [...root.querySelectorAll('*')].flatMap((one) => [
        one.outerHTML,
        one instanceof HTMLInputElement ? one.value : '',
        ...(one.shadowRoot ? within(one.shadowRoot) : []),
      ]);
    return within(document).join('\n');
  });
  t.match(written, storage.bucket, 'what stands in the fields is looked at');
  for (const key of [storage.accessKey, storage.secretKey]) t.notMatch(written, key);
});

t.test('a new document goes to the bucket, and the one before stays where it is', async (t) => {
  await send('new.txt');
  await opens('new.txt', 'before.txt');
  t.strictSame(bucket(), ['The text of new.txt']);
});

t.test('a bucket with files in it is not left, and can be switched off', async (t) => {
  const reason = /: one file is in the bucket\. Switch "New files go here" off, and ask the operator to .*files move/;
  storage.addBucket('other-files');
  await field('Bucket').fill('other-files');
  await button('Save').click();
  t.match(await fault(/^This cannot be changed:/), reason);
  await looks(t, 'refused change');
  await button('Disconnect…').click();
  await confirm(settings, 'Disconnect');
  t.match(await fault(/^This is still needed:/), reason);
  await looks(t, 'refused disconnecting');

  await field('Bucket').fill(storage.bucket);
  await box('New files go here').uncheck();
  await button('Save').click();
  await settings.getByText('Takes no new files', { exact: true }).waitFor();
  await send('after.txt');
  await opens('after.txt', 'new.txt');
  t.strictSame(bucket(), ['The text of new.txt']);
});

t.test('while the bucket is away, what is in it says that nothing is lost, and opens when it is back', async (t) => {
  await storage.stop();
  const shown = await preview('new.txt');
  await shown.getByRole('heading', { name: 'File storage not available' }).waitFor();
  await shown.getByText(/does not answer at the moment\. Nothing is lost, .* Try again in a few minutes\./).waitFor();
  await opens('before.txt');
  await preview('new.txt');
  await shown.getByRole('heading', { name: 'File storage not available' }).waitFor();
  await storage.start();
  await shown.getByRole('button', { name: 'Try again' }).click();
  await shown.getByText('The text of new.txt').waitFor();
  await settings.getByRole('link', { name: 'Integrations' }).first().click();
  await settings.getByRole('listitem').filter({ hasText: 'Storage: S3' }).getByText('Takes no new files').waitFor();
  const refused = (reported: readonly string[]) => reported.map((one) => /status of (\d+)/.exec(one)?.[1] ?? one);
  t.strictSame(refused(faults), ['422', '422']);
  t.strictSame(refused(faultsAtWork), ['503', '503']);
});
