import { Ajv2020 } from 'ajv/dist/2020.js';
import type { FastifyInstance } from 'fastify';

/** A request of the API, as its description has it. */
export interface Operation {
  summary: string;
  description?: string;
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: unknown;
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
  security?: unknown[];
}

/** The description of the API. */
export interface Description {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

/** The description that an app gives. */
export async function descriptionOf(app: FastifyInstance): Promise<Description> {
  return (await app.inject({ url: '/api/openapi.json' })).json();
}

/** The path of a route as the description writes it: `/api/games/{number}`. */
export const describedPath = (url: string) => url.replace(/:(\w+)/g, '{$1}');

const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** What is wrong with an answer, by its description. */
export function faultsOf(operation: Operation | undefined, status: number, body: unknown): string[] {
  const described =
    operation?.responses[status] ?? operation?.responses['4XX'] ?? operation?.responses['4xx'];
  const schema = described?.content?.['application/json']?.schema;
  if (schema === undefined) return [`status ${status} is not described`];
  const check = ajv.compile(schema);
  check(body);
  return (check.errors ?? []).map(({ instancePath, message }) => `${status}${instancePath} ${message}`);
}
