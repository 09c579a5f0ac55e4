import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** What a mail server of a test was given. */
export type ReceivedMail = { to: string[]; head: string; text: string };

type Answer = { code: number; words: string } | undefined;

/** A mail server on this machine, until the test has ended. */
export async function aMailServer(options: SMTPServerOptions = {}) {
  const started = await startMailServer(options);
  onTestFinished(started.close);
  return started;
}

/** A mail server on this machine. `answers` are given to the next mails in order; then it takes all. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const mails: ReceivedMail[] = [];
  const answers: Answer[] = [];
  const signedIn: string[] = [];
  const arrivals = new EventEmitter<{ mail: [] }>();
  /** The text of the first mail with such a line, once it has come. Its long lines are whole again. */
  const until = async (line: RegExp): Promise<string> => {
    for (;;) {
      const found = mails
        .map(({ text }) => text.replaceAll('=\r\n', '').replaceAll('=3D', '='))
        .find((text) => line.test(text));
      if (found) return found;
      await once(arrivals, 'mail');
    }
  };
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    logger: false,
    onAuth: ({ username = '' }, _session, done) => {
      signedIn.push(username);
      done(null, { user: username });
    },
    onData: async (stream, { envelope }, done) => {
      const text = (await buffer(stream)).toString();
      const answer = answers.shift();
      if (answer) return done(Object.assign(new Error(answer.words), { responseCode: answer.code }));
      mails.push({ to: envelope.rcptTo.map(({ address }) => address), head: text.split('\r\n\r\n')[0] ?? '', text });
      done();
      arrivals.emit('mail');
    },
    ...options,
  });
  server.on('error', () => undefined); // clients that break off a handshake
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = () => new Promise<void>((closed) => server.close(() => closed()));
  const { port } = server.server.address() as AddressInfo;
  return { port, mails, answers, signedIn, until, close };
}

/** Self-signed, for localhost, for a hundred years. */
export const localhostIdentity = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg4pwTjkb66k36DQrK
pBcx+4ApVJqF5uXLUCKLQkyKGeahRANCAAStmo7uH1Qgq04iqe8uDyvdGVUV+o4G
XV9f4CEr486YeHphQEiCql9mLzIzSeq8m0F6NZObQioq21ukkcu39Xz1
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUJ+kbqzuabFZi6/AzAElgo+0XooowCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNjA5MzU1MVoYDzIxMjYxMTAy
MDkzNTUxWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAStmo7uH1Qgq04iqe8uDyvdGVUV+o4GXV9f4CEr486YeHphQEiCql9m
LzIzSeq8m0F6NZObQioq21ukkcu39Xz1o2kwZzAdBgNVHQ4EFgQUskQ0nE3Q8ZxD
3jiX3KdP6BHIaj8wHwYDVR0jBBgwFoAUskQ0nE3Q8ZxD3jiX3KdP6BHIaj8wDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIhAP9Aiu9Sxa3ptC+1QU+P7JRnH/qlU4qZoc1zNKlJlWstAiAjOaCefl2o
G9gQcIZsbhVyGkm2qdUC15/I8NVkqEV6pw==
-----END CERTIFICATE-----`,
};
