import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { addPasskey, beginPasskey } from '../../../accounts/passkeys/add-passkey.ts';
import { checkPasskeyName, removePasskey, renamePasskey } from '../../../accounts/passkeys/passkeys.ts';
import { passkeyField, passkeyResponse, relyingParty, requireForScript } from '../../access/passkeys.ts';
import { limiter } from '../../access/rate-limits.ts';
import { accessOf } from '../../access/request-keys.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { currentCodeProblems } from '../../forms/current-code.ts';
import { readBody } from '../../forms/read-request.ts';
import { HttpError } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';
import { renderPasskeys } from './passkeys-page.ts';

const PATH = '/account/passkeys';
/** Attempts to add a passkey, per session and hour. */
const MAX_PER_HOUR = 30;

const name = z.string().max(200).default('');
/** A credential ID, base64url. */
const passkey = z
  .string()
  .max(4000)
  .regex(/^[\w-]*$/)
  .default('');
const NameBody = z.object({ name });
const AddBody = z.object({ name, _passkey: passkeyField });
const RenameBody = z.object({ name, passkey });
const RemoveBody = z.object({ passkey });

const config = { access: 'account' as const, secret: true as const, endsAccess: true as const };

/** The passkeys of the reader's account: adding, renaming and removing them. */
export default async function passkeysRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  app.get(PATH, { config }, async (_request, reply) => renderPasskeys(deps, reply, {}));
  addRoutes(app, deps);
  changeRoutes(app, deps);
}

/** First the script of the page gets the options for the device, for which the current code is needed, then the form. */
function addRoutes(app: FastifyInstance, deps: WebContext): void {
  const attempts = limiter(app, {
    max: MAX_PER_HOUR,
    minutes: 60,
    key: accessOf,
  });

  app.post(`${PATH}/options`, { config }, async (request, reply) => {
    const account = accountOf(request);
    const party = requireForScript(relyingParty(deps));
    requireForScript(checkPasskeyName(readBody(NameBody, request).name));
    await attempts.spend(request, reply);
    const [problem] = await currentCodeProblems(app, deps, { request, reply, field: 'addCode' });
    if (problem !== undefined) throw new HttpError(422, problem.code, problem.message);
    const token = request.sessionToken ?? '';
    return reply.send(requireForScript(await beginPasskey(deps.ctx, party, { account, token })));
  });

  app.post(PATH, { config }, async (request, reply) => {
    const account = accountOf(request);
    const body = readBody(AddBody, request);
    const [party, response] = [relyingParty(deps), passkeyResponse<RegistrationResponseJSON>(body._passkey)];
    const form = { form: 'add', values: { name: body.name } } as const;
    if (!party.ok) return renderPasskeys(deps, reply.code(422), { ...form, problems: party.problems });
    if (!response.ok) return renderPasskeys(deps, reply.code(422), { ...form, problems: response.problems });
    const token = request.sessionToken ?? '';
    const created = { account, token, name: body.name, response: response.value };
    const added = await addPasskey(deps.ctx, party.value, created);
    if (!added.ok) return renderPasskeys(deps, reply.code(422), { ...form, problems: added.problems });
    request.log.info({ account: account.id }, 'passkey added');
    return reply.done(PATH, 'passkey-added');
  });
}

function changeRoutes(app: FastifyInstance, deps: WebContext): void {
  app.post(`${PATH}/rename`, { config }, async (request, reply) => {
    const { passkey: id, name } = readBody(RenameBody, request);
    const renamed = await renamePasskey(deps.ctx, { accountId: accountOf(request).id, id }, name);
    if (renamed.ok) return reply.done(PATH, 'passkey-renamed');
    const state = { form: 'rename', passkey: id, values: { name }, problems: renamed.problems } as const;
    return renderPasskeys(deps, reply.code(422), state);
  });

  app.post(`${PATH}/remove`, { config }, async (request, reply) => {
    const { passkey: id } = readBody(RemoveBody, request);
    const account = accountOf(request);
    const token = request.sessionToken ?? '';
    const problems = await currentCodeProblems(app, deps, { request, reply, field: 'removeCode' });
    if (problems.length === 0) {
      const removed = await removePasskey(deps.ctx, { accountId: account.id, token }, id);
      if (removed.ok) {
        request.log.info({ account: account.id }, 'passkey removed');
        return reply.done(PATH, 'passkey-removed');
      }
      problems.push(...removed.problems);
    }
    return renderPasskeys(deps, reply.code(422), { form: 'remove', passkey: id, problems });
  });
}
