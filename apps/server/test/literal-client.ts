import { expect } from '#test/app';

// biome-ignore lint/suspicious/noExplicitAny: -- a client that knows only the specification has no response types
type Answer = any;

type Sent = { status?: number; type?: string | undefined; body?: string | FormData | URLSearchParams };

/** A client that knows only the specification: its paths, its default header, its bodies. */
export class LiteralClient {
  /** Calls that were answered correctly. */
  steps = 0;
  private token = '';
  constructor(private readonly origin: string) {}

  async signIn(username: string, password: string): Promise<void> {
    const body = new URLSearchParams({ username, password, grant_type: 'password' });
    const { access_token, expires_in } = await this.send('POST', '/auth/login', { type: undefined, body });
    expect(expires_in).toBeGreaterThan(120);
    this.token = access_token;
  }

  get = (path: string, status = 200) => this.send('GET', path, { status });
  post = (path: string, body?: object, status = 0) =>
    this.send('POST', path, { status, ...(body && { body: JSON.stringify(body) }) });
  put = (path: string, body: object, status = 200) => this.send('PUT', path, { status, body: JSON.stringify(body) });
  patch = (path: string) => this.send('PATCH', path, {});
  remove = (path: string, status = 200) => this.send('DELETE', path, { status });

  async upload(path: string, fields: Record<string, string | File>, status = 0): Promise<Answer> {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    return this.send('POST', path, { status, type: undefined, body });
  }

  /** Polls a task as the specification says. */
  async ended(taskId: string): Promise<Answer> {
    const read = () => this.get(`/sync/status/${taskId}`);
    await expect.poll(async () => (await read()).status, { interval: 50 }).toMatch(/SUCCESS|FAILURE/);
    return read();
  }

  private async send(method: string, path: string, sent: Sent): Promise<Answer> {
    const { status = 0, body } = sent;
    const type = 'type' in sent ? sent.type : 'application/json';
    const headers = {
      ...(type && { 'content-type': type }),
      ...(this.token && { authorization: `Bearer ${this.token}` }),
    };
    const answer = await fetch(`${this.origin}/api/v1${path}`, { method, headers, ...(body && { body }) });
    const json: Answer = await answer.json();
    const asExpected = status === 0 ? answer.ok : answer.status === status;
    if (!asExpected) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`);
    this.steps++;
    return json;
  }
}
