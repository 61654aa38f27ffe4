import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { findRuleset } from '../../../rules/catalog.ts';
import { type RulesetSchemas, rulesetSchemas } from '../../../rules/ruleset-schemas.ts';
import { withSchemas } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import { described } from './openapi.ts';

const Params = z.object({ ruleset: z.string().max(60) });

const schema = z.looseObject({}).meta({ description: 'A JSON Schema (draft 2020-12)' });

const SCHEMAS = z.looseObject({
  ruleset: z.string(),
  version: z.int(),
  options: schema,
  wishes: schema,
  setup: schema,
  state: schema,
});

/** What the rulesets work with, as JSON Schemas, for programs. See docs/api.md. */
export default async function apiRulesetRoutes(app: FastifyInstance): Promise<void> {
  const known = new Map<string, RulesetSchemas>();
  const options = {
    config: { access: 'anyone' as const, costly: 'game' as const },
    schema: {
      params: Params,
      ...described({
        summary: 'Shows the JSON Schemas of the options, wishes, setup and state of a ruleset',
        scope: null,
        answer: SCHEMAS,
      }),
    },
  };
  withSchemas(app).get('/api/rulesets/:ruleset/schema', options, async (request) => {
    const ruleset = findRuleset(request.params.ruleset);
    if (ruleset === undefined) throw notFound('This server does not have this game.');
    const schemas = known.get(ruleset.id) ?? rulesetSchemas(ruleset);
    known.set(ruleset.id, schemas);
    return schemas;
  });
}
