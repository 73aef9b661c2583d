import { NO_ANSWER, connection } from '../lib/connection.svelte';
import { Refused, Unreachable, type Backend, type JobEvent, type JobLine, type Method } from './types';

const silent = () => new Unreachable(NO_ANSWER);

/** The local server: requests over HTTP, jobs over a WebSocket. */
export class HttpBackend implements Backend {
  private token = document.querySelector<HTMLMetaElement>('meta[name=token]')?.content ?? '';

  async ask<R>(method: Method, path: string, body?: unknown): Promise<R> {
    let response = await this.send(method, path, body);
    if (response.status === 401) {
      await this.renewToken();
      response = await this.send(method, path, body);
    }
    const answer = await response.json().catch(() => ({ error: response.statusText }));
    if (!response.ok) throw new Refused(answer.error ?? response.statusText);
    return answer as R;
  }

  async jobs(hear: (event: JobEvent) => void, lost: () => void): Promise<JobLine> {
    await this.ask('GET', '/api/library'); // renews the token if need be
    const socket = new WebSocket(`ws://${location.host}/api/jobs?token=${this.token}`);
    socket.onmessage = (message) => hear(JSON.parse(String(message.data)));
    socket.onclose = lost;
    await new Promise<void>((resolve, reject) => {
      socket.onopen = () => resolve();
      socket.onerror = () => reject(silent());
    });
    return { send: (order) => socket.send(JSON.stringify(order)) };
  }

  private async send(method: Method, path: string, body?: unknown): Promise<Response> {
    try {
      const response = await fetch(path, {
        method,
        headers: { 'content-type': 'application/json', 'x-soko-token': this.token },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      connection.found();
      return response;
    } catch {
      connection.lost();
      throw silent();
    }
  }

  /** A restarted server has another token; its page carries it. */
  private async renewToken(): Promise<void> {
    const page = await (await fetch('/', { cache: 'no-store' })).text();
    this.token = /name="token" content="([^"]*)"/.exec(page)?.[1] ?? this.token;
  }
}
