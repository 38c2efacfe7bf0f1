/** The part of RabbitMQ's management interface that tests use. Source: its documentation at /api/index.html. */
export class ManagementApi {
  private readonly base: string;
  private readonly authorization: string;

  constructor(url: string) {
    const { origin, username, password } = new URL(url);
    this.base = `${origin}/api`;
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    this.authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  }

  /** @param path segments, which this function escapes */
  async get<T>(...path: string[]): Promise<T> {
    return (await (await this.request('GET', path)).json()) as T;
  }

  async put(path: string[], body: unknown = {}): Promise<void> {
    await this.request('PUT', path, body);
  }

  async post(path: string[], body: unknown = {}): Promise<void> {
    await this.request('POST', path, body);
  }

  /** Deletes a resource. A missing resource is not an error. */
  async delete(...path: string[]): Promise<void> {
    await this.request('DELETE', path);
  }

  private async request(method: string, path: string[], body?: unknown): Promise<Response> {
    const url = `${this.base}/${path.map(encodeURIComponent).join('/')}`;
    const ask = (): Promise<Response> =>
      fetch(url, {
        method,
        // The broker closes a connection after five idle seconds, and a process that is loading a spec file notices
        // this late.
        headers: {
          authorization: this.authorization,
          'content-type': 'application/json',
          connection: 'close',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    // On a busy machine, a request may arrive on its connection only after the broker has closed it. A repeat of any
    // request except POST has no further effect.
    const response = await (method === 'POST' ? ask() : ask().catch(ask));
    if (response.ok || (method === 'DELETE' && response.status === 404)) return response;
    throw new Error(`${method} ${url} answered ${response.status}: ${await response.text()}`);
  }
}
