import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';

type Outgoing = { url: string; body: string; contentType: string; timeoutMs: number; ca: string };
type Reply = { status: number; text: string; contentType: string };

const maxReply = 16 * 1024;

/** POST to a subscriber on this machine; undefined without a usable answer in time. */
export function postNotification({ url, body, contentType, timeoutMs, ca }: Outgoing): Promise<Reply | undefined> {
  return new Promise((resolve) => {
    const headers = { 'content-type': contentType, 'content-length': Buffer.byteLength(body), 'x-sandbox': 'entra-id' };
    const request = url.startsWith('https:') ? requestSecure : requestPlain;
    const call = request(url, { method: 'POST', headers, agent: false, ca }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text = (text + piece).slice(0, maxReply);
      });
      response.on('error', () => finish(undefined));
      response.on('end', () => {
        finish({ status: response.statusCode ?? 0, text, contentType: response.headers['content-type'] ?? '' });
      });
    });
    const timer = setTimeout(() => finish(undefined), timeoutMs).unref();
    const finish = (reply: Reply | undefined) => {
      clearTimeout(timer);
      resolve(reply);
      call.destroy();
    };
    call.on('error', () => finish(undefined)).end(body);
  });
}

/** Allows only this machine, where plain HTTP is allowed too, unlike in Graph. */
export function isReachable(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return /^https?:$/.test(protocol) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
