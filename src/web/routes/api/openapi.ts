import etag from '@fastify/etag';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Scope } from '../../../accounts/access-tokens.ts';
import { RULESETS } from '../../../rules/catalog.ts';
import type { Ruleset } from '../../../rules/ruleset.ts';
import { rulesetSchemas } from '../../../rules/ruleset-schemas.ts';
import type { WebContext } from '../../web-context.ts';
import { ErrorAnswer } from './answers.ts';

/** The version of the API. It changes when programs must. */
const API_VERSION = '1.0.0';

const TAG = 'API';

/**
 * The description of the JSON API (OpenAPI 3.1), made from the schemas with which its requests are checked. Must be called
 * before the routes of the API are registered.
 */
export async function registerOpenApi(app: FastifyInstance, { publicUrl }: WebContext): Promise<void> {
  // Answers are described, and written as they are: nothing is left out of them because it is not described.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  await app.register(swagger, {
    hideUntagged: true,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Whistlestop',
        version: API_VERSION,
        description: 'Election games by mail, for programs. Times are UTC in ISO 8601.',
      },
      servers: [{ url: publicUrl }],
      externalDocs: { url: `${publicUrl}/help/api`, description: 'The guide for programmers' },
      components: {
        schemas: schemasOfRulesets(),
        securitySchemes: {
          token: {
            type: 'http',
            scheme: 'bearer',
            description: `A token of the page ${publicUrl}/account/tokens`,
          },
          code: { type: 'http', scheme: 'basic', description: 'The account number and the security code' },
        },
      },
    },
    transform: jsonSchemaTransform,
  });
  const config = { access: 'anyone' as const, cacheable: true as const };
  await app.register(async (scope) => {
    await scope.register(etag);
    scope.get('/api/openapi.json', { config }, async (_request, reply) =>
      reply.header('access-control-allow-origin', '*').send(app.swagger()),
    );
  });
}

/** The setup and the state of each ruleset: `election-year.setup`. */
function schemasOfRulesets(): Record<string, object> {
  const entries = Object.values(RULESETS as Record<string, Ruleset>).flatMap((ruleset) => {
    const { setup, state } = rulesetSchemas(ruleset);
    return [
      [`${ruleset.id}.setup`, setup],
      [`${ruleset.id}.state`, state],
    ] as const;
  });
  return Object.fromEntries(entries);
}

/** What the description says about a route, as a part of its schema. */
interface Described {
  summary: string;
  /** What a token must allow; null if no one needs to sign in. */
  scope: Scope | null;
  /** The answer with status 200, or the content type of a file. */
  answer: z.ZodType | 'application/pdf';
  /** The answer with status 422, if it is not always an error. */
  refusal?: z.ZodType;
}

/** A part of the schema of a route. What its handler returns is not checked. */
interface Description {
  tags: string[];
  summary: string;
  description?: string;
  security?: { [scheme: string]: string[] }[];
  response: unknown;
}

/** Makes a route a part of the description. */
export function described({ summary, scope, answer, refusal }: Described): Description {
  return {
    tags: [TAG],
    summary,
    ...(scope !== null && {
      description: `A token must allow “${scope}”.`,
      security: [{ token: [] }, { code: [] }],
    }),
    response: {
      200: described200(answer),
      ...(refusal && { 422: z.union([refusal, ErrorAnswer]) }),
      '4xx': ErrorAnswer,
    },
  };
}

function described200(answer: z.ZodType | 'application/pdf') {
  if (typeof answer !== 'string') return answer;
  const schema = z.string().meta({ format: 'binary' });
  return { description: 'The file', content: { [answer]: { schema } } };
}
