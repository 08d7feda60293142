import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { appointmentTypePageSchema, companyPageSchema } from '#contract/clients-pets-staff.ts';
import { messagePageSchema, messageSettingsSchema } from '#contract/messages.ts';
import { buildProduct, startProduct } from '#testing/built-product.ts';
import { startMailServer } from '#testing/mail-server.ts';

const DAY = 86_400_000;

beforeAll(buildProduct);

async function startWithMail(command: string) {
  const mail = await startMailServer({ signIn: 'practice:secret' });
  onTestFinished(() => mail.stop());
  const environment = { SMTP_URL: mail.url, MAIL_FROM: 'desk@practice.example', LOG_LEVEL: 'info' };
  const { product, dispose } = await startProduct([command, '--no-demo'], undefined, environment);
  onTestFinished(dispose);
  return { mail, product };
}

test('`start` says which messages it sends', async () => {
  const { mail, product } = await startWithMail('start');
  const line = `"email":"127.0.0.1:${mail.port}","sms":null,"publicUrl":null,"msg":"messages to clients"`;
  await expect.poll(() => product.shown.join('\n')).toContain(line);
});

test('`service` sends a message, and stops once that has ended', async () => {
  const { mail, product } = await startWithMail('service');
  const key = (await product.frontdesk('practice', 'new', '--name', 'Elm Vets', '--time-zone', 'UTC')).trim();
  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const response = await fetch(`${product.url}${path}`, init);
    const text = await response.text();
    expect(response.ok, `${method} ${path}: ${text}`).toBe(true);
    return JSON.parse(text);
  }
  const create = async (path: string, body: object) => z.string().parse(await call('POST', path, body));

  const { data: companies } = companyPageSchema.parse(await call('GET', '/v1/companies'));
  const { id: companyId, stores } = companies[0]!;
  const { data: types } = appointmentTypePageSchema.parse(
    await call('GET', `/v1/appointment-types?companyId=${companyId}`),
  );
  const clientId = await create('/v1/clients', {
    ...{ companyId, firstName: 'Anna', lastName: 'Berg', email: 'anna@example.org' },
  });
  const petId = await create('/v1/pets', { companyId, clientId, name: 'Bella', species: 'dog' });
  const start = Math.ceil(Date.now() / DAY) * DAY + 2 * DAY + 10 * 3_600_000;
  const appointmentId = await create('/v1/appointments', {
    ...{ companyId, storeIds: [stores[0]?.id], petId, visitTypeId: types[0]?.id },
    ...{ start: new Date(start).toISOString(), end: new Date(start + 1_800_000).toISOString() },
  });
  const path = '/v1/message-settings';
  const settings = messageSettingsSchema.parse(await call('GET', `${path}?companyId=${companyId}`));
  expect(settings.channels).toEqual(['email']);
  const { channels: _, updatedAt: expectedUpdatedAt, ...rest } = settings;
  await call('PUT', path, { companyId, ...rest, expectedUpdatedAt, isOn: true });

  let stopped: Promise<void> | null = null;
  mail.respond = (step) => {
    if (step === 'from') stopped = product.stop();
    return 'accept';
  };
  await create('/v1/messages', { companyId, appointmentId, kind: 'reminder' });
  await expect.poll(() => stopped).not.toBeNull();
  await stopped;
  expect(mail.received.map(({ to, mail: { subject } }) => [to, subject])).toEqual([
    [['anna@example.org'], expect.stringMatching(/^Reminder: Bella, /)],
  ]);
  await product.start();
  const { data: messages } = messagePageSchema.parse(await call('GET', `/v1/messages?companyId=${companyId}`));
  expect(messages.map(({ status }) => status)).toEqual(['sent']);
});
