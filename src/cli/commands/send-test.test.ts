import { expect, onTestFinished, test } from 'vitest';
import { runCommandLine } from '#cli/command-line.ts';
import { startMailServer } from '#testing/mail-server.ts';

async function sendTest(to: string, environment: Record<string, string>) {
  let [out, err] = ['', ''];
  const code = await runCommandLine(['send-test', to], environment, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { code, out, err };
}

async function mailServer() {
  const server = await startMailServer({ signIn: 'practice:secret' });
  onTestFinished(() => server.stop());
  return { server, environment: { SMTP_URL: server.url, MAIL_FROM: 'Berg Vets <desk@practice.example>' } };
}

test('a test message is sent to an address', async () => {
  const { server, environment } = await mailServer();
  expect(await sendTest('anna@example.org', environment)).toEqual({
    code: 0,
    out: 'Sent to anna@example.org.\n',
    err: '',
  });
  expect(server.received).toMatchObject([{ to: ['anna@example.org'], mail: { subject: 'Test of Frontdesk' } }]);
});

test('why a test message is not sent is said without the password', async () => {
  const { environment } = await mailServer();
  const wrong = { ...environment, SMTP_URL: environment.SMTP_URL.replace('secret', 'hidden') };
  const { code, out, err } = await sendTest('anna@example.org', wrong);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('"code":"EAUTH","command":"AUTH PLAIN","responseCode":535');
  expect(err).toContain('frontdesk: not sent: the server refuses the message');
  expect(err).not.toContain('hidden');
});

test('a channel that is not set up is named with its variables', async () => {
  expect(await sendTest('anna@example.org', {})).toMatchObject({ code: 2, err: expect.stringContaining('SMTP_URL') });
  expect(await sendTest('+4917112345', {})).toMatchObject({ code: 2, err: expect.stringContaining('SMS_WEBHOOK_URL') });
});
