import type { LightMyRequestResponse } from 'fastify';
import type { FilledForm } from './forms.ts';
import type { Role } from './roles.ts';
import type { World } from './world.ts';

/** What is sent besides the cookies of a role: the parts of a request that a mutation changes. */
export interface Request {
  method: 'POST' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  payload: string | Buffer;
}

/** The request with which a browser, or a program, sends a form. */
export function requestOf({ method, url, fields, json }: FilledForm): Request {
  const isJson = json !== undefined || url.startsWith('/api/');
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  const payload = isJson ? JSON.stringify(json ?? {}) : new URLSearchParams(fields).toString();
  return { method, url, headers: { 'content-type': type, accept: 'text/html' }, payload };
}

/** The session and the form token of a role, which do not change whatever the server answers. */
export interface Sender {
  role: Role;
  headers: Record<string, string>;
}

/** Gets a form token for a role. */
export async function senderOf(role: Role): Promise<Sender> {
  if (role.isProgram) return { role, headers: role.headers };
  const token = await role.visitor.token();
  const cookie = [...role.visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return { role, headers: { ...role.headers, cookie, 'csrf-token': token } };
}

/** Sends a request as a role. The sender keeps its cookies: a test restores what the request changed. */
export function send({ app }: World, { headers }: Sender, request: Request): Promise<LightMyRequestResponse> {
  const { method, url, payload } = request;
  return app.inject({ method, url, payload, headers: { ...headers, ...request.headers } });
}
