import type { FastifyInstance } from 'fastify';
import type { WebContext } from '../../web-context.ts';

/** For how many days a copy of the file may be relied on. RFC 9116 asks for less than a year. */
const VALID_DAYS = 90;

/** Where people report a security fault (RFC 9116), if the operator has named a contact. */
export default async function securityTxtRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const contact = deps.securityContact ?? null;
  if (contact === null) return;
  const config = { access: 'anyone', session: false, cacheable: true } as const;

  app.get('/.well-known/security.txt', { config }, async (_request, reply) => {
    const expires = new Date(deps.ctx.now().getTime() + VALID_DAYS * 86_400_000);
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${deps.publicUrl}/.well-known/security.txt`,
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
