import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Account } from '../../../database/generated/client.ts';
import { isFor, type Mailbox, type MailSummary, type StoredMail } from '../../../mail/mailbox/mailbox.ts';
import { escapeHtml } from '../../../text/escape.ts';
import { accountOf } from '../../access/session-cookies.ts';
import type { WebDeps } from '../../deps.ts';
import { readParams } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';

const MailParams = z.object({ id: z.string().max(64) });
const AttachmentParams = MailParams.extend({ index: z.coerce.number().int().min(0).max(99) });

/**
 * The content of a mail is a stranger's: no script, no request to anywhere, no form, an origin of its own. Its
 * links open in a page of their own.
 */
const MAIL_CSP = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "form-action 'none'",
  "base-uri 'self'",
  "frame-ancestors 'self'",
].join('; ');

/**
 * The built-in mailbox: each sees the mail to its own address, the operator all but private letters to others. No
 * pages where mail goes out for real.
 */
export default async function mailboxRoutes(app: FastifyInstance, deps: WebDeps): Promise<void> {
  const { mailbox } = deps;
  if (mailbox === null) return;

  app.get('/mailbox', { config: { who: 'account' } }, async (request, reply) => {
    const account = accountOf(request);
    const own = account.operator ? {} : { recipient: account.email };
    const mails = (await mailbox.list({ limit: 500, ...own })).filter((mail) => maySee(account, mail));
    return reply.page('operator/mailbox', { title: 'Mailbox', mails });
  });

  app.get('/mailbox/:id', { config: { who: 'account' } }, async (request, reply) => {
    const mail = await readMail(mailbox, request);
    return reply.page('operator/mail', {
      title: mail.subject,
      mail,
      text: linkedText(mail.text ?? '', deps.publicUrl),
    });
  });

  app.get('/mailbox/:id/html', { config: { who: 'account' } }, async (request, reply) => {
    const mail = await readMail(mailbox, request);
    if (mail.html === null) throw notFound('This mail has no HTML part.');
    reply.header('content-security-policy', MAIL_CSP).header('x-frame-options', 'SAMEORIGIN');
    return reply.type('text/html; charset=utf-8').send(outwards(mail.html));
  });

  app.get('/mailbox/:id/attachments/:index', { config: { who: 'account' } }, async (request, reply) => {
    const { index } = readParams(AttachmentParams, request);
    const attachment = (await readMail(mailbox, request)).attachments[index];
    if (attachment === undefined) throw notFound('This mail has no such attachment.');
    return reply
      .header('content-disposition', dispositionOf(attachment.filename))
      .header('content-security-policy', "sandbox; default-src 'none'")
      .type(safeType(attachment.mimeType))
      .send(attachment.content);
  });
}

async function readMail(mailbox: Mailbox, request: FastifyRequest): Promise<StoredMail> {
  const { id } = readParams(MailParams, request);
  const mail = await mailbox.read(id);
  if (mail === null || !maySee(accountOf(request), mail)) throw notFound('There is no such mail.');
  return mail;
}

function maySee(account: Account, mail: MailSummary): boolean {
  return (account.operator && !mail.isPrivate) || isFor(mail, account.email);
}

/** Links of the mail open beside the mailbox, not in its little frame. */
function outwards(html: string): string {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => head + base) : base + html;
}

/** Text as HTML in which addresses of this server, and of no other, can be followed. */
export function linkedText(text: string, publicUrl: string): string {
  const parts = text.split(/(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]])/g);
  const ours = (part: string) => part === publicUrl || part.startsWith(`${publicUrl}/`);
  return parts
    .map((part) => (ours(part) ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part)))
    .join('');
}

/** RFC 6266: the name in plain letters, and in full beside it. */
function dispositionOf(filename: string): string {
  const plain = filename.replace(/[^\w.() -]+/g, '_');
  const full = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}

function safeType(type: string): string {
  return /^(application\/pdf|text\/calendar|image\/(png|jpeg))$/.test(type)
    ? type
    : 'application/octet-stream';
}
