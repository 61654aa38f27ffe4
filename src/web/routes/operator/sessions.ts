import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endAccess } from '../../../accounts/end-access.ts';
import { findAndLockAccount } from '../../../accounts/lock-account.ts';
import { runTransaction } from '../../../database/transaction.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { readParams } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';

const AccountParams = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });

/**
 * Signing an account out everywhere, for example because a device was stolen. Its links end, too: the thief may be able
 * to read mail on the device. For the operator.
 */
export default async function operatorSessionsRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  // Also while the server is held: after a restore, this is done before it is released.
  const config = { access: 'operator', whileHeld: true } as const;
  app.post('/operator/accounts/:id/sign-out', { config }, async (request, reply) => {
    const { id } = readParams(AccountParams, request);
    await runTransaction(deps.ctx.db, async (tx) => {
      const account = await findAndLockAccount(tx, { id });
      if (account === null) throw notFound('There is no such account.');
      await endAccess(tx, account, null);
    });
    request.log.info(
      { signedOut: id, by: accountOf(request).id },
      'all sessions and links of an account ended',
    );
    return reply.done('/operator', 'account-signed-out');
  });
}
