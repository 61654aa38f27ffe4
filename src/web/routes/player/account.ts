import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { requestSignInLink } from '../../../accounts/requested-mail.ts';
import { updateAccount } from '../../../accounts/update-account.ts';
import { linkMinutes } from '../../access/link-minutes.ts';
import { limiter, limitsOf } from '../../access/rate-limits.ts';
import { accessOf, networksOf } from '../../access/request-keys.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { checkbox } from '../../forms/fields.ts';
import { checkBody, submittedValues } from '../../forms/read-request.ts';
import type { WebContext } from '../../web-context.ts';
import { renderAccount } from './account-page.ts';

const AccountBody = z.object({
  name: z.string('Enter your name.').max(200),
  timeZone: z.string('Choose a time zone.').max(60),
  paper: z.enum(['letter', 'a4'], 'Choose Letter or A4.'),
  address: z.string().max(1000, 'Keep the address to 1,000 characters.').default(''),
  publishAddress: checkbox,
  remindHours: z.coerce.number<string>('Choose one of the times.').optional(),
  mailPrintouts: checkbox,
  mailReceipts: checkbox,
  mailLetters: checkbox,
  mailLastCalls: checkbox,
  noticeMail: z.enum(['single', 'daily', 'none'], 'Choose one of the ways.').optional(),
  digestHour: z.coerce.number<string>('Choose one of the hours.').int().min(0).max(23).optional(),
});

/** A person's own account: name, time zone, paper, address, and what is mailed. */
export default async function accountRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const config = { access: 'account' as const, secret: true as const };

  app.get('/account', { config: { ...config, endsAccess: true } }, async (_request, reply) =>
    renderAccount(deps, reply, {}),
  );

  app.post('/account', { config }, async (request, reply) => {
    const account = accountOf(request);
    const body = checkBody(AccountBody, request);
    const values = submittedValues(request);
    if (!body.ok) return renderAccount(deps, reply.code(422), { problems: body.problems, values });
    const address = body.value.address.trim() === '' ? null : body.value.address;
    const details = { ...body.value, address };
    const saved = await updateAccount(deps.ctx, account.id, details, request.sessionToken ?? '');
    if (!saved.ok) return renderAccount(deps, reply.code(422), { problems: saved.problems, values });
    return reply.done('/account', 'account-saved');
  });

  // For each session, like changes of the address.
  const links = limiter(app, { max: limitsOf(deps).linksByAddress, minutes: 60, key: accessOf });

  // Proves the address again: using the link clears the mark that mail to it comes back.
  app.post('/account/confirm-address', { config: { access: 'account' } }, async (request, reply) => {
    const { id } = accountOf(request);
    await links.spend(request, reply);
    const link = {
      next: '/account',
      minutes: linkMinutes(deps),
      networks: networksOf(request),
      isConfirmation: true,
    };
    await requestSignInLink(deps.ctx, `#${id}`, link);
    return reply.done('/account', 'confirmation-sent');
  });
}
